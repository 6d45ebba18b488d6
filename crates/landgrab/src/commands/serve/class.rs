//! `landgrab serve --class`: a league for a class, and one sheet that says how to take part.

use super::WHO;
use crate::arena_store::OpenStore;
use crate::failure::Failure;
use crate::seed::new_seed;
use arena::{AnchorName, EntrantState, Format, Gate, Kind, NewEntrant, Settings, SetupSource, Source};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use rules::catalogue::AnySetup;
use rules::pieces::{Dialect, Setup};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The league's name.
const LEAGUE: &str = "class";
/// Opponents for the first student, and the one whose rating is given.
const PLAYERS: [&str; 3] = ["greedy", "random", "heat"];
/// Milliseconds for a move.
const TIME: u32 = 1000;

/// Makes the league, unless there is one. Which game it is of can be chosen with `landgrab league new class`.
pub fn make_league(store: &OpenStore) -> Result<(), Failure> {
    match store.handle().block_on(store.store.league(LEAGUE)) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind == Kind::Missing => {}
        Err(error) => return Err(error.into()),
    }
    let setup = Setup::named("map00", Dialect::default()).expect("a school map");
    let settings = Settings {
        setups: vec![SetupSource::Fixed(AnySetup::Pieces(setup))],
        time_ms: Some(TIME),
        sandbox: None,
        opening_plies: 0,
        format: Format::Ladder,
        gate: Gate::Doctor,
        anchor: Some(AnchorName { name: PLAYERS[0].into(), rating: 0.0 }),
    };
    store.wait(store.store.create_league(LEAGUE, &settings, new_seed(), WHO))?;
    for player in PLAYERS {
        let (name, source) = (player.to_string(), Source::BuiltIn(player.into()));
        let new = NewEntrant { name, owner: None, source, state: EntrantState::In, report: None };
        store.wait(store.store.enter(LEAGUE, &new, WHO))?;
    }
    Ok(())
}

/// The sheet.
pub fn sheet(address: SocketAddr) -> Result<String, Failure> {
    let base = format!("http://{}", reachable(address));
    let table = format!("{base}/leagues/{LEAGUE}");
    let code = QrCode::new(&table).map_err(|error| Failure::Usage(format!("no QR code: {error}")))?;
    // Light on dark terminals is dark on light ones: scanners read both.
    let code = code.render::<Dense1x2>().quiet_zone(true).build();
    let hint = if address.ip().is_loopback() {
        "\nOnly this machine reaches the address: choose another with --listen 0.0.0.0:8080\n"
    } else {
        ""
    };
    Ok(format!(
        "
Landgrab for a class

  table    {table}

{code}

Send a bot for the first time, under your name:
  landgrab submit {base} ./mine --league {LEAGUE} --register YOURNAME
and again, with the token that this printed:
  landgrab submit {base} ./mine --league {LEAGUE} --token TOKEN
Help with the games from another machine (the host makes the token: landgrab league token NAME --role worker):
  landgrab work {base} --token TOKEN
Without landgrab:
  curl -H 'content-type: application/json' -d '{{\"name\":\"YOURNAME\"}}' {base}/api/register
  curl -H 'authorization: Bearer TOKEN' -F name=mine -F file=@mine.tar.gz {base}/api/leagues/{LEAGUE}/entrants
  curl {base}/api/leagues/{LEAGUE}/entrants/mine
{hint}"
    ))
}

/// An address that others in the local network reach.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    SocketAddr::new(local().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), address.port())
}

/// This machine's address in the local network: a private one, if there is one.
fn local() -> Option<IpAddr> {
    let all = if_addrs::get_if_addrs().ok()?;
    let addresses: Vec<Ipv4Addr> = all
        .iter()
        .filter_map(|interface| match interface.ip() {
            IpAddr::V4(address) if !address.is_loopback() && !address.is_link_local() => Some(address),
            _ => None,
        })
        .collect();
    addresses.iter().find(|address| address.is_private()).or(addresses.first()).copied().map(IpAddr::V4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_says_how_to_submit_and_where_the_table_is() {
        let sheet = sheet("10.0.0.7:8080".parse().unwrap()).unwrap();
        assert!(sheet.contains("landgrab submit http://10.0.0.7:8080 ./mine --league class --register YOURNAME"));
        assert!(sheet.contains("http://10.0.0.7:8080/leagues/class") && sheet.contains('█'));
        assert!(!sheet.contains("--listen"));
    }

    #[test]
    fn an_address_for_all_is_shown_as_one_that_others_reach() {
        assert_eq!(reachable("10.0.0.7:80".parse().unwrap()), "10.0.0.7:80".parse().unwrap());
        assert!(!reachable("0.0.0.0:80".parse().unwrap()).ip().is_unspecified());
    }
}
