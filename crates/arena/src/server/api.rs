//! All routes, and their description.

use super::error::{ErrorBody, no_method, no_route};
use super::guard::{guard, panicked};
use super::{Server, entering, events, governing, pages, reading, work};
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::routing::get;
use axum::{Router, middleware};
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, ResponseBuilder};
use utoipa::{OpenApi as _, PartialSchema, ToSchema};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

#[derive(utoipa::OpenApi)]
#[openapi(info(title = "Landgrab", description = "Leagues of territory games: tables, games, entrants, work"))]
struct Description;

impl Server {
    /// The routes.
    pub(super) fn router(self: &Arc<Self>) -> Router {
        let (router, description) = self.described();
        let description = Bytes::from(serde_json::to_vec(&description).unwrap_or_default());
        let kind = [(header::CONTENT_TYPE, "application/json")];
        router
            .route("/api/openapi.json", get(async move || (kind, description)))
            .route("/", get(pages::index))
            .route("/leagues/{league}", get(pages::league))
            .fallback(no_route)
            .method_not_allowed_fallback(no_method)
            .layer(DefaultBodyLimit::max(self.options.limits.body))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(middleware::from_fn_with_state(Arc::clone(self), guard))
            .with_state(Arc::clone(self))
    }

    fn described(&self) -> (Router<Arc<Self>>, OpenApi) {
        let limits = &self.options.limits;
        let mut all = OpenApiRouter::with_openapi(Description::openapi())
            .routes(routes!(reading::health))
            .routes(routes!(reading::metrics))
            .routes(routes!(reading::games))
            .routes(routes!(reading::leagues, governing::new_league))
            .routes(routes!(reading::league, governing::close_league))
            .routes(routes!(reading::table))
            .routes(routes!(reading::league_games))
            .routes(routes!(reading::game))
            .routes(routes!(events::events))
            .routes(routes!(entering::enter).layer(DefaultBodyLimit::max(limits.upload)))
            .routes(routes!(reading::entrant, entering::remove))
            .routes(routes!(entering::challenge))
            .routes(routes!(work::take))
            .routes(routes!(work::renew))
            .routes(routes!(work::result).layer(DefaultBodyLimit::max(limits.result)))
            .routes(routes!(work::bot))
            .routes(routes!(governing::new_token))
            .routes(routes!(governing::owners))
            .routes(routes!(governing::block))
            .routes(routes!(governing::revoke))
            .routes(routes!(governing::log));
        if self.options.class {
            all = all.routes(routes!(governing::register));
        }
        let (router, mut description) = all.split_for_parts();
        describe(&mut description, self.options.private);
        (router, description)
    }
}

/// Adds what all routes have in common: the errors, and the tokens.
fn describe(description: &mut OpenApi, private: bool) {
    let components = description.components.get_or_insert_default();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.security_schemes.insert("token".into(), bearer.into());
    let mut schemas = vec![(ErrorBody::name().into_owned(), ErrorBody::schema())];
    ErrorBody::schemas(&mut schemas);
    components.schemas.extend(schemas);
    for (path, item) in &mut description.paths.paths {
        let has_names = path.contains('{');
        let methods = [&mut item.get, &mut item.post, &mut item.patch, &mut item.delete];
        for operation in methods.into_iter().flatten() {
            if private && operation.security.is_none() && path != "/healthz" {
                operation.security = Some(vec![SecurityRequirement::new("token", Vec::<String>::new())]);
            }
            add_errors(operation, has_names);
        }
    }
}

fn add_errors(operation: &mut Operation, has_names: bool) {
    let mut errors = vec![
        ("408", "The request took too long"),
        ("429", "Too many requests from this address"),
        ("500", "A mistake of the server"),
        ("503", "The store does not answer, or there is too much to do"),
    ];
    if has_names {
        errors.extend([("400", "A path that cannot be"), ("404", "No such thing")]);
    }
    if operation.parameters.is_some() {
        errors.extend([("400", "Parameters that cannot be read"), ("422", "Parameters that cannot be")]);
    }
    if operation.request_body.is_some() {
        errors.extend([
            ("400", "A body that cannot be read"),
            ("413", "A body that is too long"),
            ("415", "A body of another type"),
            ("422", "A body that cannot be"),
        ]);
    }
    if operation.security.is_some() {
        errors.extend([("401", "No valid token"), ("403", "The token does not allow this")]);
    }
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ErrorBody::name()))).build();
    for (status, words) in errors {
        let response = ResponseBuilder::new().description(words).content("application/json", content.clone()).build();
        operation.responses.responses.entry(status.into()).or_insert(response.into());
    }
}
