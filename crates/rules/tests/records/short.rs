//! Records in short: they come back in full as they were, and whatever is changed in them is noticed or harmless.

use super::{joined, recorded, small_setups, usual_setups};
use landgrab_rules::record::{in_full, in_short};

#[test]
fn a_record_in_short_comes_back_in_full_as_it_was() {
    for setup in small_setups().iter().chain(&usual_setups()) {
        let full = joined(&recorded(setup));
        let short = in_short(&full);
        assert!(short.starts_with("short record\n"), "{full}");
        assert!(!short.contains("\"played\"") && short.len() < full.len(), "{short}");
        assert_eq!(in_full(&short).unwrap(), full);
        assert_eq!(in_full(&full).unwrap(), full, "what is in full already stays as it is");
    }
}

#[test]
fn a_side_that_is_out_and_an_end_by_a_fault_are_kept() {
    let header = r#"{"record":1,"game":"pieces","rules":"plateau","map":"map00","seed":3,"first":{"name":"a"},"second":{"name":"b"}}"#;
    let fault = r#"{"kind":"silent","limit_ms":50,"turn":1}"#;
    let out = format!("short record\n{header}\n{{\"out\":1,\"fault\":{fault}}}\n");
    let full = in_full(&out).unwrap();
    assert_eq!(full.lines().count(), 3, "the header, the draw, the side that is out: {full}");
    assert!(full.contains("\"drew\"") && full.contains("\"limit_ms\":50"), "{full}");

    let stop = r#"{"record":1,"game":"stop","rules":"fill-out","start":"..X/O.. X","first":{"name":"a"},"second":{"name":"b"}}"#;
    let ended = r#"{"ended":{"fault":{"side":1,"kind":"silent","limit_ms":50}},"won":2,"score":[1,1]}"#;
    let full = in_full(&format!("short record\n{stop}\n{ended}\n")).unwrap();
    assert_eq!(full, in_full(&in_short(&full)).unwrap());
    assert_eq!(full.lines().count(), 2);
}

#[test]
fn every_line_that_is_left_out_doubled_or_changed_is_noticed_or_read_without_a_panic() {
    for setup in small_setups() {
        let short = in_short(&joined(&recorded(&setup)));
        let lines: Vec<String> = short.lines().map(String::from).collect();
        // The second to last line is the check number: any other way through the game does not lead there.
        for index in 2..lines.len() - 2 {
            let mut without = lines.clone();
            without.remove(index);
            assert!(in_full(&joined(&without)).is_err(), "without line {index} of {short}");
            for other in ["", ";", "0", "stuck", "{", "{}", "check 0", "9 9;x", "\u{1b}[31m;1"] {
                let mut changed = lines.clone();
                changed[index] = other.into();
                if let Ok(full) = in_full(&joined(&changed)) {
                    assert!(lines[index].starts_with(other), "{other} in the place of {}: {full}", lines[index]);
                }
            }
        }
        let mut changed = lines.clone();
        let check = lines.len() - 2;
        changed[check] = "check 00000000".into();
        let said = in_full(&joined(&changed)).unwrap_err().to_string();
        assert!(said.contains("the record says check 00000000"), "{said}");
    }
    for text in ["short record\n", "short record\n{}\n", "short record\nx", "short record", ""] {
        let _ = in_full(text);
        assert_eq!(in_short(text), text);
    }
}
