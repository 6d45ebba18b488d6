//! Errors of the arena: what was found, what was expected, and of which kind, so that a server can choose a status.

use std::fmt;

/// What kind of error it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// There is no such thing.
    Missing,
    /// It is there already, or it is in a state that does not allow this.
    Conflict,
    /// Somebody gave text or numbers that cannot be.
    Invalid,
    /// The caller may not do this.
    Forbidden,
    /// The lease was given to another worker.
    LeaseLost,
    /// The store cannot be reached, or cannot be written to at the moment. Trying again later may help.
    Unavailable,
    /// The store is damaged, or it was written by a newer program.
    Unusable,
}

/// An error in two halves: what was found, and what was expected or can be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaError {
    /// Of which kind.
    pub kind: Kind,
    /// What was found.
    pub found: String,
    /// What was expected instead, or what to do next.
    pub expected: String,
}

impl Kind {
    /// Its name in the interface.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Conflict => "conflict",
            Self::Invalid => "invalid",
            Self::Forbidden => "forbidden",
            Self::LeaseLost => "lease_lost",
            Self::Unavailable => "unavailable",
            Self::Unusable => "unusable",
        }
    }
}

impl ArenaError {
    /// An error of this kind.
    pub fn new(kind: Kind, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { kind, found: found.into(), expected: expected.into() }
    }

    /// Whether trying again later may help.
    pub fn is_temporary(&self) -> bool {
        self.kind == Kind::Unavailable
    }
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.expected.as_str() {
            "" => f.write_str(&self.found),
            expected => write!(f, "{} ({expected})", self.found),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<sqlx::Error> for ArenaError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error;
        let (kind, expected) = match &error {
            Error::Io(_) | Error::PoolTimedOut | Error::PoolClosed | Error::WorkerCrashed | Error::Protocol(_) => {
                (Kind::Unavailable, "is the database running?")
            }
            Error::Configuration(_) => {
                (Kind::Invalid, "expected sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE")
            }
            Error::Database(database) => of_database(database.as_ref()),
            _ => (Kind::Unusable, "the store does not answer as it should"),
        };
        Self::new(kind, format!("store: {error}"), expected)
    }
}

/// SQLite's primary result codes, and the classes of PostgreSQL's SQLSTATE, that pass by themselves or with some help.
fn of_database(error: &dyn sqlx::error::DatabaseError) -> (Kind, &'static str) {
    let code = error.code().unwrap_or_default();
    let primary = code.parse::<u32>().ok().map(|code| code & 0xff);
    // SQLSTATE has five characters; SQLite's codes are shorter numbers.
    if code.len() == 5 {
        return match &code[..2] {
            // Connection, resources, operator intervention, system error, serialization failure and deadlock.
            "08" | "57" | "58" | "40" => (Kind::Unavailable, "is the database running?"),
            "53" => (Kind::Unavailable, "give the database more room"),
            "25" => (Kind::Unavailable, "the database is read-only"),
            "22" => (Kind::Invalid, "text that the database can hold, without zero bytes"),
            "23" => (Kind::Conflict, "it is there already, or what it names is not"),
            "28" => (Kind::Forbidden, "is the password right?"),
            "3D" => (Kind::Missing, "make the database first, such as with createdb"),
            _ => (Kind::Unusable, "the store does not answer as it should"),
        };
    }
    match primary {
        Some(5 | 6) => (Kind::Unavailable, "another program keeps the file locked"),
        Some(8) => (Kind::Unavailable, "the file is read-only: give write permission to it and its folder"),
        Some(10) => (Kind::Unavailable, "reading or writing the file failed: is the disk full, or gone?"),
        Some(13) => (Kind::Unavailable, "the disk is full: make room"),
        Some(14) => (Kind::Unavailable, "does its folder exist, and may you write there?"),
        Some(19) => (Kind::Conflict, "it is there already, or what it names is not"),
        Some(26 | 11) => (Kind::Unusable, "it is no store of landgrab: choose another with --store"),
        _ => (Kind::Unusable, "the store does not answer as it should"),
    }
}

impl From<serde_json::Error> for ArenaError {
    fn from(error: serde_json::Error) -> Self {
        Self::new(Kind::Unusable, format!("store: unexpected data: {error}"), "was it changed by hand?")
    }
}
