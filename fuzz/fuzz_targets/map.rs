//! A map file of either dialect that can be read survives being written into the header of a record.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::pieces::{Dialect, Map, Setup};

fuzz_target!(|text: &str| {
    for dialect in Dialect::ALL {
        // Named like a built-in map, whose rows are not written: a file must not be taken for it.
        let Ok(map) = Map::parse("map00", text, dialect) else { continue };
        let setup = Setup::new(dialect, map);
        let written = serde_json::to_string(&setup).expect("a setup can be written");
        assert_eq!(serde_json::from_str::<Setup>(&written).expect("what was written can be read"), setup);
    }
});
