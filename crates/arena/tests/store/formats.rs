//! Who meets whom.

use crate::common::{TestStore, stores};
use crate::leagues::{LEAGUE, WHO, anchored, batch, by_order, league, play, player, results, settings, soon, take};
use landgrab_arena::{Batch, EntrantState, Format, GameFilter, Kind, Store, Taken};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The names of those that play in a batch.
fn names(batch: &Batch) -> BTreeSet<String> {
    batch.contenders.iter().map(|contender| contender.name.clone()).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

/// How often each two met in a league.
async fn meetings(store: &Store) -> BTreeMap<BTreeSet<String>, usize> {
    let mut met = BTreeMap::new();
    for game in store.games(LEAGUE, GameFilter { limit: 10_000, ..GameFilter::default() }).await.unwrap() {
        *met.entry(game.players.into_iter().collect()).or_default() += 1;
    }
    met
}

#[tokio::test]
async fn in_a_round_robin_all_meet_equally_often_and_the_games_are_the_same_whoever_plays_them() {
    let mut games = Vec::new();
    for (store, at_once) in stores().iter().chain(&stores()).zip([1, 4, 7, 2]) {
        soon(async {
            let opened = league(store, &settings(Format::RoundRobin, 2), &["a", "b", "c", "d"]).await;
            let mut orders = Vec::new();
            while orders.len() < 24 {
                let batch = batch(&opened, "w", at_once).await;
                opened.finish(&batch.lease, &results(&batch, &HashMap::new())).await.unwrap();
                orders.extend(batch.pairs);
            }
            orders.truncate(24);
            games.push(orders.iter().map(|order| serde_json::to_string(order).unwrap()).collect::<Vec<_>>());
        })
        .await;
    }
    assert!(games.iter().all(|orders| *orders == games[0]), "{games:#?}");
}

#[tokio::test]
async fn several_maps_take_turns_in_every_pairing() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 3), &["a", "b", "c"]).await;
            let batch = batch(&opened, "w", 27).await;
            let mut boards: BTreeMap<(i64, i64), BTreeMap<String, usize>> = BTreeMap::new();
            for order in &batch.pairs {
                let pairing = (order.a.min(order.b), order.a.max(order.b));
                let board = serde_json::to_string(&order.setup).unwrap();
                *boards.entry(pairing).or_default().entry(board).or_default() += 1;
            }
            assert_eq!(boards.len(), 3);
            assert!(
                boards.values().all(|maps| maps.len() == 3 && maps.values().all(|pairs| *pairs == 3)),
                "{boards:?}"
            );
        })
        .await;
    }
}

#[tokio::test]
async fn a_gauntlet_is_one_against_all_others() {
    for store in stores() {
        soon(async {
            let format = Format::Gauntlet { challenger: "b".into() };
            let opened = league(&store, &settings(format, 1), &["a", "b", "c", "d"]).await;
            play(&opened, "w", Some(12), 5, &HashMap::new()).await;
            let expected = ["a", "c", "d"].map(|other| (set(&["b", other]), 8));
            assert_eq!(meetings(&opened).await, BTreeMap::from(expected));
            opened.set_state(LEAGUE, "b", EntrantState::Retired, None, WHO).await.unwrap();
            assert_eq!(take(&opened, "w", 1, None).await, Taken::Done);
        })
        .await;
    }
}

#[tokio::test]
async fn a_knock_out_with_byes_and_two_workers_at_a_time_ends_with_the_strongest() {
    for entrants in [2, 3, 5, 6] {
        for store in stores() {
            soon(async {
                let format = Format::KnockOut { best_of: 3, seeds_from: None };
                let all = ["f", "a", "b", "c", "d", "e"];
                let strengths = by_order(&["a", "b", "c", "d", "e", "f"]);
                let opened = league(&store, &settings(format, 1), &all[..entrants]).await;
                assert_eq!(opened.bracket(LEAGUE).await.unwrap(), None);
                let other = Store::open(&store.url()).await.unwrap();
                tokio::join!(play(&opened, "w", None, 1, &strengths), play(&other, "v", None, 2, &strengths));
                let bracket = opened.bracket(LEAGUE).await.unwrap().unwrap();
                assert_eq!(bracket.winner.as_deref(), Some("a"), "{bracket:?}");
                let byes =
                    bracket.rounds[0].iter().filter(|meeting| meeting.a.is_none() || meeting.b.is_none()).count();
                assert_eq!(byes, entrants.next_power_of_two() - entrants, "{bracket:?}");
                let decided = bracket.rounds.iter().flatten().filter(|meeting| meeting.pairs > 0).count();
                assert_eq!(decided, entrants - 1);
                assert_eq!(take(&opened, "w", 5, None).await, Taken::Done);
                assert_eq!(opened.work_state(1).await.unwrap().held, 0);
            })
            .await;
        }
    }
}

#[tokio::test]
async fn a_drawn_bracket_takes_nobody_and_is_the_same_in_another_store() {
    for (store, to) in stores().iter().zip(&stores()) {
        soon(async {
            let opened = league(store, &settings(Format::RoundRobin, 1), &["a", "b", "c"]).await;
            play(&opened, "w", Some(9), 3, &by_order(&["c", "b", "a"])).await;
            let format = Format::KnockOut { best_of: 1, seeds_from: Some(LEAGUE.into()) };
            opened.create_league("cup", &settings(format, 1), 7, WHO).await.unwrap();
            for name in ["a", "b", "c"] {
                opened.enter("cup", &player(name), WHO).await.unwrap();
            }
            let cup = landgrab_arena::Take { league: "cup", worker: "w", pairs: 9, most: None };
            let Taken::Batch(first) = opened.take(cup).await.unwrap() else { panic!("expected a batch") };
            // The highest seed has the bye.
            assert_eq!(names(&first), set(&["a", "b"]));
            for late in ["d", "a"] {
                let error = opened.enter("cup", &player(late), WHO).await.unwrap_err();
                assert!(error.kind == Kind::Conflict && error.to_string().contains("is drawn"), "{error}");
            }
            opened.finish(&first.lease, &results(&first, &by_order(&["b", "a"]))).await.unwrap();
            let exported = opened.export("cup").await.unwrap();
            let pairs = opened.full_pairs(opened.league("cup").await.unwrap().id, 0, 10).await.unwrap();
            let other = Store::open(&to.url()).await.unwrap();
            let versions = other.import(&exported, WHO).await.unwrap();
            let here = |pair: landgrab_arena::FullPair| landgrab_arena::FullPair {
                versions: pair.versions.map(|old| versions[&old]),
                ..pair
            };
            other.import_pairs("cup", &pairs.into_iter().map(here).collect::<Vec<_>>()).await.unwrap();
            assert_eq!(other.bracket("cup").await.unwrap(), opened.bracket("cup").await.unwrap());
            let Taken::Batch(last) = other.take(cup).await.unwrap() else { panic!("expected a batch") };
            assert_eq!(names(&last), set(&["b", "c"]));
        })
        .await;
    }
}

#[tokio::test]
async fn a_league_that_has_its_pairs_is_done_although_somebody_is_still_examined() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &settings(Format::RoundRobin, 1), &["a"]).await;
            let mut examined = player("slow");
            examined.state = EntrantState::Checking;
            opened.enter(LEAGUE, &examined, WHO).await.unwrap();
            // Nobody can play yet.
            assert_eq!(take(&opened, "w", 1, Some(3)).await, Taken::Wait);
            opened.enter(LEAGUE, &player("b"), WHO).await.unwrap();
            play(&opened, "w", Some(3), 1, &HashMap::new()).await;
            assert_eq!(opened.league(LEAGUE).await.unwrap().pairs, 3);
        })
        .await;
    }
}

/// A ladder with a settled order.
async fn ladder(store: &TestStore) -> Store {
    let names = ["a", "b", "c", "d", "e", "f"];
    let opened = league(store, &anchored("c"), &names).await;
    play(&opened, "w", Some(120), 4, &by_order(&names)).await;
    opened
}

#[tokio::test]
async fn a_newcomer_of_a_ladder_meets_the_anchor_and_two_others_first() {
    for store in stores() {
        soon(async {
            let opened = ladder(&store).await;
            opened.enter(LEAGUE, &player("new"), WHO).await.unwrap();
            let mut opponents = BTreeSet::new();
            for _ in 0..3 {
                let batch = batch(&opened, "w", 2).await;
                let names = names(&batch);
                assert!(names.contains("new"), "{names:?}");
                opponents.extend(names.into_iter().filter(|name| name != "new"));
                opened
                    .finish(&batch.lease, &results(&batch, &by_order(&["a", "b", "c", "d", "e", "f"])))
                    .await
                    .unwrap();
            }
            assert!(opponents.len() == 3 && opponents.contains("c"), "{opponents:?}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_challenge_comes_first_and_is_for_ladders_only() {
    for store in stores() {
        soon(async {
            let opened = ladder(&store).await;
            opened.challenge(LEAGUE, ["a", "f"], 5, None, WHO).await.unwrap();
            opened.challenge(LEAGUE, ["b", "e"], 1, None, WHO).await.unwrap();
            let mut sizes = Vec::new();
            for _ in 0..4 {
                let batch = batch(&opened, "w", 2).await;
                sizes.push((names(&batch), batch.pairs.len()));
                opened.finish(&batch.lease, &results(&batch, &HashMap::new())).await.unwrap();
            }
            let [af, be] = [set(&["a", "f"]), set(&["b", "e"])];
            assert_eq!(sizes, [(af.clone(), 2), (af.clone(), 2), (af, 1), (be, 1)]);
            for (pair, pairs, kind) in [
                (["a", "a"], 1, Kind::Invalid),
                (["a", "b"], 0, Kind::Invalid),
                (["a", "b"], 1001, Kind::Invalid),
                (["a", "nobody"], 1, Kind::Missing),
            ] {
                assert_eq!(opened.challenge(LEAGUE, pair, pairs, None, WHO).await.unwrap_err().kind, kind, "{pair:?}");
            }
            // One that retired meanwhile: the challenge is passed over.
            opened.challenge(LEAGUE, ["a", "f"], 5, None, WHO).await.unwrap();
            opened.set_state(LEAGUE, "f", EntrantState::Retired, None, WHO).await.unwrap();
            for _ in 0..2 {
                assert!(!names(&batch(&opened, "w", 2).await).contains("f"));
            }
            assert_eq!(opened.challenge(LEAGUE, ["a", "f"], 1, None, WHO).await.unwrap_err().kind, Kind::Conflict);
            opened.create_league("other", &settings(Format::RoundRobin, 1), 1, WHO).await.unwrap();
            assert_eq!(opened.challenge("other", ["a", "b"], 1, None, WHO).await.unwrap_err().kind, Kind::Conflict);
        })
        .await;
    }
}

#[tokio::test]
async fn a_ladder_with_one_or_no_entrant_that_plays_is_done() {
    for store in stores() {
        soon(async {
            let opened = league(&store, &anchored("a"), &[]).await;
            assert_eq!(take(&opened, "w", 1, None).await, Taken::Done);
            opened.enter(LEAGUE, &player("a"), WHO).await.unwrap();
            assert_eq!(take(&opened, "w", 1, None).await, Taken::Done);
            opened.enter(LEAGUE, &player("b"), WHO).await.unwrap();
            assert_eq!(names(&batch(&opened, "w", 1).await), set(&["a", "b"]));
            opened.set_state(LEAGUE, "b", EntrantState::Retired, None, WHO).await.unwrap();
            assert_eq!(take(&opened, "w", 1, None).await, Taken::Wait);
        })
        .await;
    }
}
