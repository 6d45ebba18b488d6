//! `landgrab match`: games between two players. The league plays them; this file says with whom, on what, and who watches.

mod pictures;
mod records;
mod report;
mod watch;

use super::print_json;
use crate::cli::{GameName, MatchArgs};
use crate::failure::Failure;
use crate::interrupt::{exit_code, raise_on_ctrl_c};
use crate::pairing::Pairing;
use crate::player::PlayerArg;
use crate::progress::progress_bar;
use crate::seed::new_seed;
use crate::setup::Setups;
use engine::roster::Roster;
use indicatif::ProgressBar;
use league::{Fixture, GameResult, Match, Plan, Schedule, Spectator, cores};
use pictures::Pictures;
use records::Folder;
use referee::Interrupt;
use referee::protocol::BotGame;
use report::Report;
use rules::record::Header;
use rules::with_game;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;
use view::Depict;
use watch::Audience;

pub fn run(args: &MatchArgs) -> Result<ExitCode, Failure> {
    let setups = Setups::of(&args.setup)?;
    let interrupt = Interrupt::default();
    let player = |text: &str| PlayerArg::parse(text, args.sandbox, &interrupt);
    let pairing = Pairing {
        a: player(&args.first)?,
        b: player(&args.second)?,
        time: args.time.map(|ms| Duration::from_millis(ms.into())),
        opening_plies: args.opening_plies,
    };
    let schedule =
        Schedule { seed: args.seed.unwrap_or_else(new_seed), games: args.games as usize, swap: !args.no_swap };
    pairing.check(&setups.for_seed(schedule.seed)?)?;
    if args.opening_plies > 0 && args.setup.game == GameName::Pieces {
        return Err(Failure::Usage("--opening-plies: pieces come by chance anyway; it is for colours and stop".into()));
    }
    let records = args.record.as_ref().map(|folder| Folder::new(folder, schedule.games)).transpose()?;
    raise_on_ctrl_c(&interrupt)?;

    let conditions = Conditions { args, setups: &setups, pairing: &pairing, schedule, records, interrupt: &interrupt };
    if args.watch {
        return watch::run(args, &interrupt, |audience| conditions.play(Some(audience)));
    }
    let (words, code) = conditions.play(None)?;
    io::stdout().write_all(words.as_bytes())?;
    Ok(code)
}

/// Everything that the games of a match are played with.
struct Conditions<'a> {
    args: &'a MatchArgs,
    setups: &'a Setups,
    pairing: &'a Pairing,
    schedule: Schedule,
    records: Option<Folder<'a>>,
    interrupt: &'a Interrupt,
}

impl Conditions<'_> {
    /// Plays all games; what there is to say at the end, and how to exit.
    fn play(&self, audience: Option<&Audience>) -> Result<(String, ExitCode), Failure> {
        let games = self.schedule.games;
        let progress = if audience.is_some() { ProgressBar::hidden() } else { progress_bar(games, "games") };
        let mut report = Report::new(self.args, self.schedule.seed, self.pairing);
        let mut contest = Match::new(self.schedule);
        let played = contest.run(
            self.args.jobs.map_or_else(cores, |jobs| jobs as usize),
            |plan| self.game(plan, audience),
            |counted| {
                let tally = &counted.standing.tally;
                let standing = format!("A {} B {} ties {}", tally.won_a, tally.won_b, tally.ties());
                if let Some(audience) = audience {
                    audience.tell(format!("{}/{games} games: {standing}", tally.games));
                }
                progress.inc(1);
                progress.set_message(standing);
                if self.args.json {
                    print_json(&report::json(&counted.result, self.pairing))?;
                }
                report.add(counted.result, counted.kept);
                Ok(ControlFlow::Continue(()))
            },
        );
        progress.finish_and_clear();
        played?;
        let code = exit_code(self.interrupt);
        if self.args.json {
            print_json(&report::summary_json(&contest.tally))?;
            return Ok((String::new(), code));
        }
        Ok((report.in_words(&contest.tally), code))
    }

    /// Plays one game; `None` when it was stopped.
    fn game(&self, plan: Plan, audience: Option<&Audience>) -> Result<Option<(GameResult, Pictures)>, Failure> {
        let header = self.pairing.header(self.setups.for_seed(plan.seed)?, &plan);
        with_game!(&header.setup, |G, setup| self.game_of::<G>(plan, &header, setup, audience))
    }

    fn game_of<G: Roster + BotGame + Depict>(
        &self,
        plan: Plan,
        header: &Header,
        setup: &G::Setup,
        audience: Option<&Audience>,
    ) -> Result<Option<(GameResult, Pictures)>, Failure> {
        let mut pictures = Pictures::new(self.schedule.games == 1 && !self.args.json);
        let mut recorder = self.records.as_ref().map(|folder| folder.recorder::<G>(&plan));
        let mut onlooker = audience.map(Audience::onlooker::<G>);
        let mut spectators: Vec<&mut dyn Spectator<G>> = vec![&mut pictures];
        spectators.extend(recorder.as_mut().map(|recorder| recorder as &mut dyn Spectator<G>));
        spectators.extend(onlooker.as_mut().map(|onlooker| onlooker as &mut dyn Spectator<G>));
        let fixture = Fixture { plan, header, setup, interrupt: self.interrupt };
        let result = fixture.play(self.pairing, &mut spectators)?;
        Ok(result.map(|result| (result, pictures)))
    }
}
