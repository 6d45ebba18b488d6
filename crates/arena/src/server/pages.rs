//! Plain pages without scripts: the leagues with their tables, and a league with its last games.

use super::Server;
use super::error::Answer;
use super::extract::{Path, Reader};
use crate::{GameFilter, GameRow, League, Table};
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Write;
use std::sync::Arc;
use view::report::{escaped, page};

/// Games that a league's page lists.
const GAMES: u32 = 50;

/// The leagues and their tables.
pub async fn index(_: Reader, State(server): State<Arc<Server>>) -> Answer<Response> {
    let mut content = String::from("<h1>Leagues</h1>\n");
    let leagues = server.store.leagues().await?;
    if leagues.is_empty() {
        content += "<p>There is no league yet.</p>\n";
    }
    for league in &leagues {
        let rendered = server.tables.get(&server.store, &league.name).await?;
        let _ = writeln!(
            content,
            "<h2><a href=\"/leagues/{}\">{}</a></h2>",
            in_address(&league.name),
            escaped(&league.name)
        );
        content += &about(league);
        content += &table(&rendered.table);
    }
    Ok(html("Leagues", &content))
}

/// A league: its table and its last games, with why they were lost.
pub async fn league(_: Reader, State(server): State<Arc<Server>>, Path(name): Path<String>) -> Answer<Response> {
    let league = server.store.league(&name).await?;
    let rendered = server.tables.get(&server.store, &name).await?;
    let filter = GameFilter { limit: GAMES, newest_first: true, ..Default::default() };
    let games = server.store.games(&name, filter).await?;
    let mut content = format!("<p><a href=\"/\">All leagues</a></p>\n<h1>{}</h1>\n", escaped(&name));
    content += &about(&league);
    content += &table(&rendered.table);
    content += "<h2>Last games</h2>\n";
    content += &last_games(&name, &games);
    Ok(html(&name, &content))
}

fn html(title: &str, content: &str) -> Response {
    let policy = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(page(title, content, ""))).into_response()
}

fn in_address(name: &str) -> String {
    utf8_percent_encode(name, NON_ALPHANUMERIC).to_string()
}

fn about(league: &League) -> String {
    let game = league.settings.setups.first().map_or("", |setup| setup.game());
    let state = if league.closed { ", closed" } else { "" };
    format!("<p class=\"faint\">{game}, {}, {} pairs{state}</p>\n", league.settings.format.name(), league.pairs)
}

fn table(table: &Table) -> String {
    if table.standings.is_empty() {
        return "<p>Nobody has entered yet.</p>\n".into();
    }
    let mut out = String::from(
        "<table><tr class=\"heads\"><th class=\"n\">rank<th>name<th class=\"n\">rating<th class=\"n\">95 % interval\
         <th class=\"n\">games<th class=\"n\">points<th class=\"n\">faults<th>state</tr>\n",
    );
    for standing in &table.standings {
        let [low, high] = standing.interval;
        let (rating, interval) = match standing.games {
            0 => ("-".into(), "-".into()),
            _ => (format!("{:.0}", standing.rating), format!("{low:.0} to {high:.0}")),
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"n\" data-label=\"rank\">{}<td data-label=\"name\">{}<td class=\"n\" data-label=\"rating\">{rating}\
             <td class=\"n\" data-label=\"95 % interval\">{interval}<td class=\"n\" data-label=\"games\">{}\
             <td class=\"n\" data-label=\"points\">{}<td class=\"n\" data-label=\"faults\">{}<td data-label=\"state\">{}</tr>",
            standing.rank,
            escaped(&standing.name),
            standing.games,
            standing.points,
            standing.faults,
            standing.state
        );
    }
    out + "</table>\n"
}

fn last_games(league: &str, games: &[GameRow]) -> String {
    if games.is_empty() {
        return "<p>No game was played yet.</p>\n".into();
    }
    let mut out = String::from(
        "<table><tr class=\"heads\"><th class=\"n\">game<th>first<th>second<th class=\"n\">score<th>won<th>why</tr>\n",
    );
    for row in games {
        let [first, second] = row.players.each_ref().map(|name| escaped(name));
        let won = row.winner().unwrap_or("nobody");
        let [first_score, second_score] = row.game.score;
        let _ = writeln!(
            out,
            "<tr><td class=\"n\" data-label=\"game\"><a href=\"/api/leagues/{}/games/{number}\">{number}</a>\
             <td data-label=\"first\">{first}<td data-label=\"second\">{second}\
             <td class=\"n\" data-label=\"score\">{first_score}:{second_score}<td data-label=\"won\">{}\
             <td data-label=\"why\">{}</tr>",
            in_address(league),
            escaped(won),
            escaped(&rules::notation::printable(&row.why())),
            number = row.number,
        );
    }
    out + "</table>\n"
}
