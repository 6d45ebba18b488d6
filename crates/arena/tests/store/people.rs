//! Owners, tokens and the log.

use crate::common::stores;
use crate::leagues::{LEAGUE, WHO, league, settings, soon};
use landgrab_arena::{Format, Kind, Role};

#[tokio::test]
async fn a_token_is_known_until_it_is_revoked_or_its_owner_blocked() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &[]).await;
            for unknown in ["", "x", "\0", "' OR 1 = 1 --"] {
                assert_eq!(opened.identity(unknown).await.unwrap_err().kind, Kind::Forbidden);
            }
            let ann = opened.new_token("ann", Role::Owner, WHO).await.unwrap();
            let other = opened.new_token("ann", Role::Admin, WHO).await.unwrap();
            let bob = opened.new_token("bob", Role::Worker, WHO).await.unwrap();
            assert!(ann != other && ann.len() >= 32);
            let known = opened.identity(&ann).await.unwrap();
            assert_eq!((known.name.as_str(), known.role), ("ann", Role::Owner));
            assert_eq!(opened.identity(&other).await.unwrap().role, Role::Admin);
            opened.block("ann", true, WHO).await.unwrap();
            let blocked = opened.identity(&ann).await.unwrap_err();
            assert_eq!(blocked.kind, Kind::Forbidden);
            assert!(blocked.to_string().contains("ann is blocked"), "{blocked}");
            assert_eq!(opened.owners().await.unwrap(), [("ann".into(), true, 2), ("bob".into(), false, 1)]);
            opened.block("ann", false, WHO).await.unwrap();
            assert_eq!(opened.identity(&ann).await.unwrap(), known);
            assert_eq!(opened.revoke_tokens("ann", WHO).await.unwrap(), 2);
            assert_eq!(opened.identity(&ann).await.unwrap_err().kind, Kind::Forbidden);
            assert_eq!(opened.identity(&bob).await.unwrap().role, Role::Worker);
            assert_eq!(opened.block("nobody", true, WHO).await.unwrap_err().kind, Kind::Missing);
        })
        .await;
    }
}

#[tokio::test]
async fn the_log_says_who_did_what_and_no_secrets() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["greedy"]).await;
            let token = opened.new_token("ann", Role::Owner, WHO).await.unwrap();
            opened.close_league(LEAGUE, true, "bob").await.unwrap();
            let lines = opened.log_lines(2).await.unwrap();
            assert_eq!((lines[0].who.as_str(), lines[0].what.as_str()), ("bob", "closed the league spring"));
            assert_eq!(lines[1].what, "made a token for ann (owner)");
            let all = opened.log_lines(100).await.unwrap();
            assert_eq!(all.len(), 4);
            assert!(all.iter().all(|line| !line.what.contains(&token)));
        })
        .await;
    }
}
