-- One schema for SQLite and PostgreSQL. store/schema.rs replaces IDENTITY_KEY and BLOB by what each calls them.
-- Times are milliseconds since 1970. Yes and no are 1 and 0.

CREATE TABLE owners (
    id IDENTITY_KEY,
    name TEXT NOT NULL UNIQUE,
    blocked BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL
);

-- A token is printed once and kept as its SHA-256.
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    owner BIGINT NOT NULL REFERENCES owners (id),
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    revoked BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE leagues (
    id IDENTITY_KEY,
    name TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL,
    seed BIGINT NOT NULL,
    closed BIGINT NOT NULL DEFAULT 0,
    -- Numbers of pairs below this one were given out.
    next_pair BIGINT NOT NULL DEFAULT 0,
    -- Pairs that are in the store.
    pairs BIGINT NOT NULL DEFAULT 0,
    -- Knock-out: the entrants, highest seed first, from the moment the bracket is drawn.
    bracket TEXT,
    created BIGINT NOT NULL
);

CREATE TABLE bots (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    content BLOB NOT NULL
);

CREATE TABLE entrants (
    id IDENTITY_KEY,
    league BIGINT NOT NULL REFERENCES leagues (id),
    name TEXT NOT NULL,
    owner BIGINT REFERENCES owners (id),
    state TEXT NOT NULL,
    -- The version that plays. Results are rated by version, so a new one starts afresh.
    version BIGINT,
    created BIGINT NOT NULL,
    UNIQUE (league, name)
);

CREATE TABLE versions (
    id IDENTITY_KEY,
    entrant BIGINT NOT NULL REFERENCES entrants (id),
    number BIGINT NOT NULL,
    -- A built-in player as it is written, or the hash of a bot: exactly one of the two.
    built_in TEXT,
    bot TEXT REFERENCES bots (hash),
    -- The gate's verdict: the doctor's report, the audit, the log of the build.
    report TEXT,
    created BIGINT NOT NULL,
    UNIQUE (entrant, number)
);

-- Work that was given out and is not done: pairs as JSON. Without a lease it waits for the next worker.
CREATE TABLE batches (
    id IDENTITY_KEY,
    league BIGINT NOT NULL REFERENCES leagues (id),
    pairs TEXT NOT NULL,
    lease TEXT UNIQUE,
    worker TEXT,
    expires BIGINT NOT NULL DEFAULT 0,
    -- Workers that fell silent with it.
    silent BIGINT NOT NULL DEFAULT 0,
    -- Why nobody gets it any more.
    set_aside TEXT
);
CREATE INDEX batches_by_expiry ON batches (league, expires);

-- Records come last: the columns before them are read without them.
CREATE TABLE pairs (
    league BIGINT NOT NULL REFERENCES leagues (id),
    number BIGINT NOT NULL,
    a BIGINT NOT NULL,
    b BIGINT NOT NULL,
    version_a BIGINT NOT NULL,
    version_b BIGINT NOT NULL,
    -- Twice the points of a, from 0 to 4.
    half_points BIGINT NOT NULL,
    games TEXT NOT NULL,
    worker TEXT NOT NULL,
    finished BIGINT NOT NULL,
    records BLOB NOT NULL,
    PRIMARY KEY (league, number)
);
CREATE INDEX pairs_of_a ON pairs (league, a, number);
CREATE INDEX pairs_of_b ON pairs (league, b, number);

-- What the table is made from: the counts of pairs by their points, kept with every result.
CREATE TABLE counts (
    league BIGINT NOT NULL REFERENCES leagues (id),
    version_a BIGINT NOT NULL,
    version_b BIGINT NOT NULL,
    points_0 BIGINT NOT NULL,
    points_1 BIGINT NOT NULL,
    points_2 BIGINT NOT NULL,
    points_3 BIGINT NOT NULL,
    points_4 BIGINT NOT NULL,
    faults_a BIGINT NOT NULL,
    faults_b BIGINT NOT NULL,
    PRIMARY KEY (league, version_a, version_b)
);

CREATE TABLE history (
    league BIGINT NOT NULL REFERENCES leagues (id),
    entrant BIGINT NOT NULL REFERENCES entrants (id),
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    low DOUBLE PRECISION NOT NULL,
    high DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (league, entrant, at)
);

CREATE TABLE challenges (
    id IDENTITY_KEY,
    league BIGINT NOT NULL REFERENCES leagues (id),
    a BIGINT NOT NULL REFERENCES entrants (id),
    b BIGINT NOT NULL REFERENCES entrants (id),
    -- Pairs that are still to be given out.
    pairs BIGINT NOT NULL,
    by_owner BIGINT REFERENCES owners (id),
    created BIGINT NOT NULL
);

CREATE TABLE log (
    id IDENTITY_KEY,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL
);
