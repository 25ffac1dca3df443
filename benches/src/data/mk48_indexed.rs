//! The `mk48` data set with a table of offsets in each sequence of elements that differ in size.

use codec_core::{Decode, Encode};

use super::digest::digest;
use super::mk48;
use super::mk48::{Contact, TerrainUpdate};

/// An update, as [`mk48::Update`].
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
pub struct Update {
    /// Ships around.
    #[codec(index)]
    pub contacts: Vec<Contact>,
    /// The player's points.
    pub score: u32,
    /// In metres.
    pub world_radius: f32,
    /// Terrain that changed.
    #[codec(index)]
    pub terrain_updates: Vec<TerrainUpdate>,
}

/// All updates.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
pub struct Updates {
    /// In order of time.
    #[codec(index)]
    pub updates: Vec<Update>,
}

digest!(Update, UpdateRef<'_>: { contacts, score, world_radius, terrain_updates });
digest!(Updates, UpdatesRef<'_>: { updates });

impl From<mk48::Updates> for Updates {
    fn from(data: mk48::Updates) -> Self {
        let update = |mk48::Update { contacts, score, world_radius, terrain_updates }| Update {
            contacts,
            score,
            world_radius,
            terrain_updates,
        };
        Self { updates: data.updates.into_iter().map(update).collect() }
    }
}
