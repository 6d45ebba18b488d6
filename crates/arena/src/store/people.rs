//! Owners, tokens and the log of who did what. A token is random, printed once, and kept only as its hash.

use super::{Store, get};
use crate::{ArenaError, Kind};
use sha2::{Digest, Sha256};
use sqlx::{Any, Transaction};

/// What a token allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Everything.
    Admin,
    /// Entering bots, and removing one's own.
    Owner,
    /// Playing.
    Worker,
}

/// Who a token belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The owner's number in the store.
    pub owner: i64,
    /// The owner's name.
    pub name: String,
    /// What the token allows.
    pub role: Role,
}

/// Something that somebody did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who.
    pub who: String,
    /// What.
    pub what: String,
}

impl Role {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Owner => "owner",
            Self::Worker => "worker",
        }
    }

    /// The role of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Admin, Self::Owner, Self::Worker].into_iter().find(|role| role.name() == name)
    }
}

impl Store {
    /// Makes a token for an owner, who is made too if there is none of this name. The token is returned this once.
    pub async fn new_token(&self, owner: &str, role: Role, who: &str) -> Result<String, ArenaError> {
        super::leagues::check_name("owner", owner)?;
        let token = random_hex(24)?;
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let id = owner_id(&mut tx, owner, now).await?;
        sqlx::query("INSERT INTO tokens (hash, owner, role, created) VALUES ($1, $2, $3, $4)")
            .bind(hashed(&token))
            .bind(id)
            .bind(role.name())
            .bind(now)
            .execute(&mut *tx)
            .await?;
        log(&mut tx, now, who, &format!("made a token for {owner} ({})", role.name())).await?;
        tx.commit().await?;
        Ok(token)
    }

    /// Who a token belongs to. Blocked owners and revoked tokens are nobody.
    pub async fn identity(&self, token: &str) -> Result<Identity, ArenaError> {
        let row = sqlx::query(
            "SELECT owners.id, owners.name, tokens.role, owners.blocked FROM tokens \
             JOIN owners ON owners.id = tokens.owner WHERE tokens.hash = $1 AND tokens.revoked = 0",
        )
        .bind(hashed(token))
        .fetch_optional(&self.pool)
        .await?;
        let refused = |found: &str, expected: &str| ArenaError::new(Kind::Forbidden, found, expected);
        let row = row.ok_or_else(|| refused("an unknown token", "ask the host for one"))?;
        let name: String = get(&row, "name")?;
        if get::<i64>(&row, "blocked")? != 0 {
            return Err(refused(&format!("{name} is blocked"), "ask the host"));
        }
        let role = Role::named(&get::<String>(&row, "role")?)
            .ok_or_else(|| ArenaError::new(Kind::Unusable, "store: a token without a role", ""))?;
        Ok(Identity { owner: get(&row, "id")?, name, role })
    }

    /// Blocks an owner, or allows it again. A blocked owner's tokens are refused; its entrants go on until retired.
    pub async fn block(&self, owner: &str, blocked: bool, who: &str) -> Result<(), ArenaError> {
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let done = sqlx::query("UPDATE owners SET blocked = $1 WHERE name = $2")
            .bind(i64::from(blocked))
            .bind(owner)
            .execute(&mut *tx)
            .await?;
        if done.rows_affected() == 0 {
            let found = format!("no owner {}", rules::notation::quoted(owner));
            return Err(ArenaError::new(Kind::Missing, found, "landgrab league owners lists them"));
        }
        log(&mut tx, now, who, &format!("{} {owner}", if blocked { "blocked" } else { "unblocked" })).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Revokes all tokens of an owner.
    pub async fn revoke_tokens(&self, owner: &str, who: &str) -> Result<u64, ArenaError> {
        let mut tx = self.write().await?;
        let now = self.now(&mut tx).await?;
        let done = sqlx::query(
            "UPDATE tokens SET revoked = 1 WHERE revoked = 0 AND owner IN (SELECT id FROM owners WHERE name = $1)",
        )
        .bind(owner)
        .execute(&mut *tx)
        .await?;
        log(&mut tx, now, who, &format!("revoked the tokens of {owner}")).await?;
        tx.commit().await?;
        Ok(done.rows_affected())
    }

    /// Whether anybody has a valid token of an admin.
    pub async fn has_admin(&self) -> Result<bool, ArenaError> {
        let valid: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM tokens JOIN owners ON owners.id = tokens.owner \
             WHERE tokens.role = 'admin' AND tokens.revoked = 0 AND owners.blocked = 0",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(valid > 0)
    }

    /// All owners: name, whether blocked, how many tokens are valid.
    pub async fn owners(&self) -> Result<Vec<(String, bool, u64)>, ArenaError> {
        let rows = sqlx::query(
            "SELECT owners.name, owners.blocked, COUNT(tokens.hash) AS valid FROM owners \
             LEFT JOIN tokens ON tokens.owner = owners.id AND tokens.revoked = 0 \
             GROUP BY owners.id, owners.name, owners.blocked ORDER BY owners.name",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| Ok((get(row, "name")?, get::<i64>(row, "blocked")? != 0, get::<i64>(row, "valid")? as u64)))
            .collect()
    }

    /// The last lines of the log, the newest first.
    pub async fn log_lines(&self, most: u32) -> Result<Vec<LogLine>, ArenaError> {
        let rows = sqlx::query("SELECT at, who, what FROM log ORDER BY id DESC LIMIT $1")
            .bind(i64::from(most))
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| Ok(LogLine { at: get(row, "at")?, who: get(row, "who")?, what: get(row, "what")? }))
            .collect()
    }
}

/// The number of an owner, who is made if there is none of this name.
pub(super) async fn owner_id(tx: &mut Transaction<'_, Any>, owner: &str, now: i64) -> Result<i64, ArenaError> {
    sqlx::query("INSERT INTO owners (name, created) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(owner)
        .bind(now)
        .execute(&mut **tx)
        .await?;
    Ok(sqlx::query_scalar("SELECT id FROM owners WHERE name = $1").bind(owner).fetch_one(&mut **tx).await?)
}

/// Adds a line to the log, in the transaction of what was done.
pub(super) async fn log(tx: &mut Transaction<'_, Any>, now: i64, who: &str, what: &str) -> Result<(), ArenaError> {
    sqlx::query("INSERT INTO log (at, who, what) VALUES ($1, $2, $3)")
        .bind(now)
        .bind(who)
        .bind(what)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Random bytes from the system, in hex.
pub(super) fn random_hex(bytes: usize) -> Result<String, ArenaError> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random)
        .map_err(|error| ArenaError::new(Kind::Unavailable, format!("no random numbers: {error}"), ""))?;
    Ok(hex(&random))
}

fn hashed(token: &str) -> String {
    hex(&Sha256::digest(token.trim().as_bytes()))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
