//! Entering and leaving a league, and challenges.

use super::Server;
use super::bodies::{Challenge, EntrantBody, Name, NoName, Player, Upload};
use super::error::{Answer, ApiError};
use super::extract::{Json, Owner, Path};
use crate::store::hex;
use crate::{Entrant, EntrantState, NewEntrant, Source};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Entrants of an owner in a league.
const MOST_ENTRANTS: usize = 20;

type Shared = State<Arc<Server>>;

/// Enter a bot, as a form with a file; or a built-in player, as JSON and with an admin's token
#[utoipa::path(
    post,
    path = "/api/leagues/{league}/entrants",
    params(("league" = String, Path, description = "The league")),
    request_body(content((Upload = "multipart/form-data"), (Player = "application/json"))),
    responses(
        (status = 201, description = "It has entered; a bot waits for the gate", body = EntrantBody),
        (status = 409, description = "The name is taken, or the league is closed", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn enter(
    owner: Owner,
    State(server): Shared,
    Path(league): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Answer<(StatusCode, Json<EntrantBody>)> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let entrant = match kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "multipart/form-data" => {
            let _turn = server.uploads.acquire().await.map_err(|_| stopping())?;
            let form = Multipart::from_request(request, &server).await?;
            server.enter_bot(&owner, &league, form).await?
        }
        "application/json" => {
            let Json(player) = Json::<Player>::from_request(request, &server).await?;
            server.enter_player(&owner, &league, player).await?
        }
        _ => {
            let found = format!("a body of type {}", rules::notation::quoted(kind));
            let expected = "multipart/form-data, or application/json for a built-in player";
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, found, expected));
        }
    };
    Ok((StatusCode::CREATED, Json(EntrantBody::from(&entrant))))
}

impl Server {
    async fn enter_player(&self, owner: &Owner, league: &str, player: Player) -> Answer<Entrant> {
        if !owner.is_admin() {
            return Err(ApiError::forbidden("a built-in player", "a bot; built-in players are entered by an admin"));
        }
        let settings = self.store.league(league).await?.settings;
        self.host.check_player(&player.player, &settings)?;
        let name = match player.name {
            Some(name) => name,
            None => Name::try_from(player.player.clone()).map_err(no_name)?,
        };
        let new = NewEntrant {
            name: name.into(),
            owner: None,
            source: Source::BuiltIn(player.player),
            state: EntrantState::In,
            report: None,
        };
        Ok(self.store.enter(league, &new, &owner.0.name).await?)
    }

    async fn enter_bot(&self, owner: &Owner, league: &str, mut form: Multipart) -> Answer<Entrant> {
        let found = self.store.league(league).await?;
        let (mut file, mut name) = (None, None);
        while let Some(field) = form.next_field().await? {
            match field.name().unwrap_or_default() {
                "file" if file.is_none() => {
                    let file_name = field.file_name().unwrap_or("bot").to_string();
                    file = Some((file_name, field.bytes().await?));
                }
                "name" if name.is_none() => name = Some(field.text().await?),
                other => {
                    let found = format!("a field {}", rules::notation::quoted(other));
                    return Err(ApiError::invalid(found, "one field `file`, and one `name` at most"));
                }
            }
        }
        let (file, content) = file.ok_or_else(|| ApiError::invalid("no field `file`", "a bot in a field `file`"))?;
        // Folders are no part of a file's name, whatever the sender says.
        let file: String = file.rsplit(['/', '\\']).next().unwrap_or_default().chars().take(100).collect();
        let name = name.unwrap_or_else(|| file.split('.').next().unwrap_or_default().to_string());
        let name = Name::try_from(name).map_err(no_name)?;
        self.check_number(owner, found.id, name.as_str()).await?;
        // A file that is no bot gets its verdict at the gate, like everything that is wrong with one.
        let hash = hex(&Sha256::digest(&content));
        self.store.keep_bot(&hash, &file, &content).await?;
        let new = NewEntrant {
            name: name.into(),
            owner: Some(owner.0.name.clone()),
            source: Source::Bot(hash),
            state: EntrantState::Checking,
            report: None,
        };
        let entrant = self.store.enter(league, &new, &owner.0.name).await?;
        self.metrics.upload("received");
        self.uploaded.notify_one();
        Ok(entrant)
    }

    async fn check_number(&self, owner: &Owner, league: i64, name: &str) -> Answer<()> {
        let is_other = |entrant: &&Entrant| {
            entrant.owner.as_ref() == Some(&owner.0.name)
                && entrant.name != name
                && entrant.state != EntrantState::Retired
        };
        let others = self.store.entrants(league).await?.iter().filter(is_other).count();
        if others < MOST_ENTRANTS || owner.is_admin() {
            return Ok(());
        }
        let found = format!("{} has {others} entrants", owner.0.name);
        Err(ApiError::new(StatusCode::CONFLICT, found, "remove one, or send a new version under its name"))
    }

    /// An entrant that this owner may change.
    async fn owned(&self, owner: &Owner, league: &str, name: &str) -> Answer<Entrant> {
        let entrant = self.store.entrant(league, name).await?;
        if owner.is_admin() || entrant.owner.as_ref() == Some(&owner.0.name) {
            return Ok(entrant);
        }
        Err(ApiError::forbidden(format!("{name} is not of {}", owner.0.name), "an entrant of your own"))
    }
}

/// Take an entrant out; its games stay
#[utoipa::path(
    delete,
    path = "/api/leagues/{league}/entrants/{name}",
    params(("league" = String, Path, description = "The league"), ("name" = String, Path, description = "The entrant")),
    responses((status = 204, description = "It plays no more")),
    security(("token" = []))
)]
pub async fn remove(
    owner: Owner,
    State(server): Shared,
    Path((league, name)): Path<(String, String)>,
) -> Answer<StatusCode> {
    server.owned(&owner, &league, &name).await?;
    server.store.set_state(&league, &name, EntrantState::Retired, None, &owner.0.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let two entrants of a ladder meet before all others
#[utoipa::path(
    post,
    path = "/api/leagues/{league}/challenges",
    params(("league" = String, Path, description = "The league, a ladder")),
    request_body = Challenge,
    responses(
        (status = 202, description = "They will meet"),
        (status = 409, description = "The league is no ladder, or one of them does not play", body = super::ErrorBody)
    ),
    security(("token" = []))
)]
pub async fn challenge(
    owner: Owner,
    State(server): Shared,
    Path(league): Path<String>,
    Json(body): Json<Challenge>,
) -> Answer<StatusCode> {
    if !(1..=1000).contains(&body.pairs) {
        return Err(ApiError::invalid(format!("{} pairs", body.pairs), "1 to 1000"));
    }
    server.owned(&owner, &league, &body.a).await?;
    let who = &owner.0;
    server.store.challenge(&league, [&body.a, &body.b], body.pairs, Some(who.owner), &who.name).await?;
    Ok(StatusCode::ACCEPTED)
}

fn no_name(NoName(text): NoName) -> ApiError {
    ApiError::invalid(format!("the name {}", rules::notation::quoted(&text)), NoName::EXPECTED)
}

fn stopping() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "the server stops", "try again later")
}
