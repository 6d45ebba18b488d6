//! The commands from `new` to `import`, without trouble.

use crate::common::stores;
use crate::program::Program;
use serde_json::Value;

#[test]
fn a_league_is_made_run_shown_exported_imported_and_rated() {
    for store in stores() {
        let program = Program::new(store.url());
        program.ok(&["league", "new", "spring", "--maps", "map00,map01", "--anchor", "greedy=0", "--seed", "3"]);
        program.ok(&["league", "add", "spring", "greedy", "random", "first"]);
        let out = program.ok(&["league", "run", "spring", "--pairs", "12"]);
        assert!(out.starts_with("spring: 12 pairs, 12 of them new"), "{out}");
        // What is there is not played again.
        let out = program.ok(&["league", "run", "spring", "--pairs", "12"]);
        assert!(out.starts_with("spring: 12 pairs, 0 of them new"), "{out}");
        let out = program.ok(&["league", "run", "spring", "--pairs", "15", "--jobs", "1"]);
        assert!(out.starts_with("spring: 15 pairs, 3 of them new"), "{out}");
        program.assert_whole("spring", 15);
        let table = program.table("spring");
        let names: Vec<&Value> = table.iter().map(|row| &row["name"]).collect();
        assert_eq!(names[0], "greedy");
        assert_eq!((names.len(), &table[0]["rating"], &table[0]["games"]), (3, &0.0.into(), &20.into()));
        assert_eq!(table.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 60);
        let games = program.json(&["league", "games", "spring", "--entrant", "random", "--json", "--limit", "5"]);
        assert_eq!(games.len(), 5);
        let players = |game: &Value| game["players"].as_array().unwrap().clone();
        assert!(games.iter().all(|game| players(game).contains(&"random".into()) && game["why"].is_string()));
        let folder = program.home.path().join("exported");
        let at = folder.to_str().unwrap();
        program.ok(&["league", "export", "spring", at]);
        assert_eq!(program.run(&["league", "export", "spring", at]).code, 2);
        program.ok(&["league", "import", at, "--as", "copy"]);
        assert_eq!(program.table("copy"), table);
        program.assert_whole("copy", 15);
        let again = program.run(&["league", "import", at]);
        assert_eq!(again.code, 2);
        assert!(again.err.contains("there is a league `spring` already"), "{}", again.err);
        let results = folder.join("results.csv");
        let rated = program.json(&["rate", results.to_str().unwrap(), "--anchor", "greedy=0", "--json"]);
        for row in rated {
            let other = table.iter().find(|other| other["name"] == row["name"]).unwrap();
            let [own, other] = [&row, other].map(|row| row["rating"].as_f64().unwrap());
            assert!((own - other).abs() < 0.06, "{row}, {other}");
        }
    }
}

#[test]
fn the_first_league_needs_no_set_up_at_all() {
    let program = Program::new(String::new());
    let run = |args: &[&str]| {
        let mut command = program.command(args);
        command.env_remove("LANDGRAB_STORE");
        let printed = crate::program::Running::of(command).end();
        assert_eq!(printed.code, 0, "{}{}", printed.out, printed.err);
        printed.out
    };
    run(&["league", "new", "spring"]);
    run(&["league", "add", "spring", "greedy", "random"]);
    run(&["league", "run", "spring", "--pairs", "4"]);
    assert!(run(&["league", "table", "spring"]).contains("greedy"));
}

#[test]
fn a_damaged_export_is_refused_in_one_line() {
    let store = crate::common::TestStore::sqlite();
    let program = Program::new(store.url());
    program.league("spring", &["greedy", "random"]);
    program.ok(&["league", "run", "spring", "--pairs", "2"]);
    let folder = program.home.path().join("exported");
    let at = folder.to_str().unwrap();
    program.ok(&["league", "export", "spring", at]);
    let results = folder.join("results.jsonl");
    let whole = std::fs::read_to_string(&results).unwrap();
    for (number, change) in [
        whole.replace("\"number\":1", "\"number\":18446744073709551615"),
        whole.replace("\"number\":1", "\"number\":0"),
        whole.replace("\"number\":1", "\"number\":77"),
        whole.replace("\"versions\":[", "\"versions\":[9,"),
        whole[..whole.len() - 40].to_string(),
    ]
    .iter()
    .enumerate()
    {
        std::fs::write(&results, change).unwrap();
        let printed = program.run(&["league", "import", at, "--as", &format!("copy-{number}")]);
        assert_eq!(printed.code, 2, "{number}: {}", printed.out);
        assert_eq!(printed.err.lines().count(), 1, "{}", printed.err);
    }
}
