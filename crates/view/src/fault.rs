//! Faults in words, with what the player really wrote, from the facts that a record carries. Schools' referees read
//! almost any line as a move: a debug line in the place of an answer is `0 0` to Plateau. The line itself is the
//! evidence that helps.

use rules::notation::printable;
use rules::pieces::Placement;
use rules::{Cause, Fault};

/// Characters of a line that are quoted.
const QUOTED: usize = 60;
/// Lines of a failed program's stderr that are shown.
const STDERR_SHOWN: usize = 10;

/// The turn of the game that the player failed in, counted from 1.
pub fn turn(fault: &Fault) -> Option<u32> {
    fault.evidence.get("turn")
}

/// The line that the player wrote, escaped, without its end; `None` where the referee has no bytes of it.
pub fn wrote(fault: &Fault) -> Option<String> {
    let bytes: String = fault.evidence.get("bytes")?;
    let line = bytes.strip_suffix("\\n").unwrap_or(&bytes);
    Some(line.strip_suffix("\\r").unwrap_or(line).to_owned())
}

/// A fault in words. Where the referee understood something else than what stands there, the line is quoted.
///
/// ```
/// # extern crate rules as landgrab_rules;
/// use landgrab_rules::{Cause, Fault};
/// use landgrab_view::fault::in_words;
///
/// let crashed = |status: &str| Fault::from(Cause::Crashed { status: status.into() });
/// assert_eq!(in_words(&crashed("exit status 3").with("code", &3)), "the program ended: exit status 3");
/// assert_eq!(in_words(&crashed("it is not running")), "it is not running");
/// ```
pub fn in_words(fault: &Fault) -> String {
    // Without a signal or an exit code the status is a sentence of its own: the program never ran, for instance.
    let has_ended = fault.evidence.has("signal") || fault.evidence.has("code");
    let (answer, because, line) = match (&fault.cause, wrote(fault)) {
        (Cause::Crashed { status }, _) if has_ended => return format!("the program ended: {status}"),
        (Cause::Illegal { answer, because }, Some(line)) => (answer, because, line),
        _ => return fault.to_string(),
    };
    if line.split_whitespace().eq(answer.split_whitespace()) {
        return fault.to_string();
    }
    let understood = match answer.parse() {
        Ok(Placement::At { row, col }) => format!("row {row}, column {col}"),
        _ => format!("`{}`", printable(answer)),
    };
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    let is_answer = line.split_whitespace().all(is_number);
    let advice = if is_answer { "" } else { "; stdout is for answers alone (print debug lines to stderr)" };
    format!("wrote `{}`, which reads as {understood}: {because}{advice}", shortened(&line))
}

/// The end of what a failed program wrote to stderr, in lines that are safe to print; the record has more.
pub fn stderr_lines(fault: &Fault) -> Vec<String> {
    let Some(stderr) = fault.evidence.get::<String>("stderr") else { return vec![] };
    let lines: Vec<&str> = stderr.lines().collect();
    let shown = &lines[lines.len().saturating_sub(STDERR_SHOWN)..];
    let quoted = shown.iter().map(|line| format!("    | {}", printable(line)));
    ["    its stderr ended in:".into()].into_iter().chain(quoted).collect()
}

/// The beginning of a line that is escaped already.
fn shortened(line: &str) -> String {
    let rest = if line.chars().nth(QUOTED).is_some() { "..." } else { "" };
    printable(&line.chars().take(QUOTED).collect::<String>()) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn illegal(answer: &str, bytes: &str) -> Fault {
        let cause = Cause::Illegal { answer: answer.into(), because: "it covers nothing".into() };
        Fault::from(cause).with("bytes", &bytes).with("turn", &7)
    }

    #[test]
    fn a_debug_line_is_quoted_as_it_was_written() {
        let fault = illegal("0 0", "my turn\\n");
        assert_eq!((turn(&fault), wrote(&fault).as_deref()), (Some(7), Some("my turn")));
        assert_eq!(
            in_words(&fault),
            "wrote `my turn`, which reads as row 0, column 0: it covers nothing; \
             stdout is for answers alone (print debug lines to stderr)"
        );
    }

    #[test]
    fn an_answer_in_the_order_of_its_protocol_is_quoted_without_advice() {
        let said = in_words(&illegal("0 8", "8 0\\n"));
        assert_eq!(said, "wrote `8 0`, which reads as row 0, column 8: it covers nothing");
    }

    #[test]
    fn an_answer_that_reads_as_it_stands_is_not_repeated() {
        for bytes in ["0 8\\n", "  0  8\\r\\n", "0 8"] {
            assert_eq!(in_words(&illegal("0 8", bytes)), "played `0 8`: it covers nothing");
        }
        let silent = Fault::from(Cause::Silent { limit_ms: 50, unread: false });
        assert_eq!((in_words(&silent).as_str(), turn(&silent)), ("no answer within 50 ms", None));
    }

    #[test]
    fn a_crash_says_that_the_program_ended() {
        let crashed = |status: &str| Fault::from(Cause::Crashed { status: status.into() });
        assert_eq!(in_words(&crashed("exit status 1").with("code", &1)), "the program ended: exit status 1");
        assert_eq!(in_words(&crashed("signal 6 (abort)").with("signal", &6)), "the program ended: signal 6 (abort)");
        assert_eq!(in_words(&crashed("it is not running")), "it is not running");
    }

    #[test]
    fn a_long_line_is_cut() {
        let said = in_words(&illegal("0 0", &"x ".repeat(500)));
        assert!(said.starts_with("wrote `x x ") && said.contains("...`, which reads as") && said.len() < 240, "{said}");
    }
}
