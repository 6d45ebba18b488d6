//! Facts about a fault, by name, as records carry them. The rules pass them on and do not read them. The referee writes
//! them, and its `evidence` module lists their names.

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::fmt;

/// Facts about a fault besides its cause: named values, in the order in which they were found.
///
/// ```
/// use landgrab_rules::Evidence;
///
/// let mut evidence = Evidence::default();
/// evidence.add("signal", &11);
/// assert_eq!(evidence.get::<i32>("signal"), Some(11));
/// assert_eq!(evidence.get::<String>("stderr"), None);
/// ```
#[derive(Clone, PartialEq, Default)]
pub struct Evidence {
    facts: Vec<(String, Value)>,
}

impl Evidence {
    /// Adds a fact. A name that is known already keeps its first value.
    pub fn add(&mut self, name: &str, value: &impl Serialize) {
        if let (Ok(value), false) = (serde_json::to_value(value), self.has(name)) {
            self.facts.push((name.into(), value));
        }
    }

    /// Adds all facts of another evidence.
    pub fn append(&mut self, more: Self) {
        for (name, value) in more.facts {
            self.add(&name, &value);
        }
    }

    /// Whether there is a fact of this name.
    pub fn has(&self, name: &str) -> bool {
        self.facts.iter().any(|(known, _)| known == name)
    }

    /// A fact, where there is one of this name and this type.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let (_, value) = self.facts.iter().find(|(known, _)| known == name)?;
        T::deserialize(value.clone()).ok()
    }
}

impl Evidence {
    /// Reads a value whose fields are among the facts, and takes those facts out. The error is for serde alone.
    pub(super) fn take_out<T: Serialize + DeserializeOwned>(&mut self) -> Result<T, serde_json::Error> {
        let taken: T = serde_json::from_value(serde_json::to_value(&*self)?)?;
        let own = serde_json::to_value(&taken)?;
        self.facts.retain(|(name, _)| own.get(name).is_none());
        Ok(taken)
    }
}

impl fmt::Debug for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.facts.iter().map(|(name, value)| (name, value))).finish()
    }
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.facts.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Evidence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Facts;

        impl<'de> Visitor<'de> for Facts {
            type Value = Evidence;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of named facts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Evidence, A::Error> {
                let mut evidence = Evidence::default();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    // Null stands for a fact that is not known.
                    if !value.is_null() {
                        evidence.facts.push((name, value));
                    }
                }
                Ok(evidence)
            }
        }

        deserializer.deserialize_map(Facts)
    }
}
