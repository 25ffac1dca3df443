//! The `mk48` data set: 1,000 updates of a naval game, each of about thirty contacts with short
//! vectors, and pieces of terrain.

use super::digest::{digest, digest_enum};
use super::owned;
use super::walk::walk;
use crate::random::Random;

/// Number of updates in the data set.
pub const UPDATES: usize = 1_000;

owned! {
    /// The class of a ship.
    #[derive(Copy)]
    #[repr(u8)]
    #[expect(missing_docs, reason = "the names of ships")]
    pub enum EntityType {
        ArleighBurke,
        Bismarck,
        Clemenceau,
        Fletcher,
        G5,
        Iowa,
        Kolkata,
        Osa,
        Yasen,
        Zubr,
    }
}

owned! {
    /// Position and motion of a ship.
    #[derive(Copy)]
    pub struct Transform {
        /// Below zero when under water.
        pub altitude: i8,
        /// In parts of 65,536 of a turn.
        pub angle: u16,
        /// In metres.
        pub position: (f32, f32),
        /// Ahead, or below zero astern.
        pub velocity: i16,
    }
}

owned! {
    /// Course that a ship is set to.
    #[derive(Copy)]
    pub struct Guidance {
        /// In parts of 65,536 of a turn.
        pub angle: u16,
        /// `true` if it dives.
        pub submerge: bool,
        /// Ahead, or below zero astern.
        pub velocity: i16,
    }
}

owned! {
    /// A ship that is seen or heard.
    pub struct Contact {
        /// Its damage.
        pub damage: u8,
        /// Its number.
        pub entity_id: u32,
        /// Its class, when it is seen.
        pub entity_type: Option<EntityType>,
        /// Its course.
        pub guidance: Guidance,
        /// Its player's number, when it is seen.
        pub player_id: Option<u16>,
        /// For each weapon, `true` if it is ready.
        pub reloads: Vec<bool>,
        /// Its position and motion.
        pub transform: Transform,
        /// Directions of its turrets.
        pub turret_angles: Vec<u16>,
    }
}

owned! {
    /// A piece of terrain that changed.
    pub struct TerrainUpdate {
        /// Number of the piece.
        pub chunk_id: (i8, i8),
        /// Its new contents, or what changed.
        pub data: Vec<u8>,
    }
}

owned! {
    /// An update, sent ten times a second.
    pub struct Update {
        /// Ships around.
        pub contacts: Vec<Contact>,
        /// The player's points.
        pub score: u32,
        /// In metres.
        pub world_radius: f32,
        /// Terrain that changed.
        pub terrain_updates: Vec<TerrainUpdate>,
    }
}

owned! {
    /// All updates.
    pub struct Updates {
        /// In order of time.
        pub updates: Vec<Update>,
    }
}

walk!(EntityType: 10 variants);
walk!(Transform: i8, u16, (f32, f32), i16);
walk!(Guidance: u16, bool, i16);
walk!(Contact: u8, u32, Option<EntityType>, Guidance, Option<u16>, Vec<bool>, Transform, Vec<u16>);
walk!(TerrainUpdate: (i8, i8), Vec<u8>);
walk!(Update: Vec<Contact>, u32, f32, Vec<TerrainUpdate>);
walk!(Updates: Vec<Update>);

digest_enum!(EntityType, ArchivedEntityType: {
    ArleighBurke, Bismarck, Clemenceau, Fletcher, G5, Iowa, Kolkata, Osa, Yasen, Zubr,
});
digest!(Transform, TransformRef<'_>, ArchivedTransform: { altitude, angle, position, velocity });
digest!(Guidance, GuidanceRef<'_>, ArchivedGuidance: { angle, submerge, velocity });
digest!(Contact, ContactRef<'_>, ArchivedContact: {
    damage, entity_id, entity_type, guidance, player_id, reloads, transform, turret_angles,
});
digest!(TerrainUpdate, TerrainUpdateRef<'_>, ArchivedTerrainUpdate: { chunk_id, data });
digest!(Update, UpdateRef<'_>, ArchivedUpdate: {
    contacts, score, world_radius, terrain_updates,
});
digest!(Updates, UpdatesRef<'_>, ArchivedUpdates: { updates });

/// A class, its frequency per thousand, its weapons and turrets.
const SHIPS: &[(EntityType, u64, u64, u64)] = &[
    (EntityType::ArleighBurke, 48, 20, 1),
    (EntityType::Bismarck, 12, 10, 4),
    (EntityType::Clemenceau, 22, 16, 4),
    (EntityType::Fletcher, 32, 18, 4),
    (EntityType::G5, 293, 2, 0),
    (EntityType::Iowa, 35, 28, 3),
    (EntityType::Kolkata, 18, 15, 1),
    (EntityType::Osa, 162, 6, 2),
    (EntityType::Yasen, 90, 14, 0),
    (EntityType::Zubr, 288, 11, 3),
];

fn ship(random: &mut Random) -> (EntityType, u64, u64) {
    let mut left = random.between(0, 999);
    for &(class, often, weapons, turrets) in SHIPS {
        if left < often {
            return (class, weapons, turrets);
        }
        left -= often;
    }
    unreachable!("the classes add up to a thousand")
}

fn velocity(random: &mut Random) -> i16 {
    let speed = |random: &mut Random, low, high| {
        i16::try_from(random.between(low, high)).expect("a small number")
    };
    match random.between(0, 99) {
        0..=79 => speed(random, 140, 899),
        80..=89 => 0,
        _ => -speed(random, 36, 225),
    }
}

fn metres(random: &mut Random) -> f32 {
    (random.single() - 0.5) * 1_500.0
}

fn small(random: &mut Random, low: u64, high: u64) -> u8 {
    u8::try_from(random.between(low, high)).expect("it fits a byte")
}

fn contact(random: &mut Random, players: u64) -> Contact {
    let (class, weapons, turrets) = ship(random);
    let seen = random.percent(70);
    let dives = |random: &mut Random| class == EntityType::Yasen && random.percent(90);
    let ready = random.between(0, 100);
    let ahead = u16::from_le_bytes(random.bytes());
    Contact {
        damage: if seen && random.percent(60) { 0 } else { small(random, 0, 199) },
        entity_id: u32::try_from(random.between(0, players * 20 - 1)).expect("it is small"),
        entity_type: seen.then_some(class),
        guidance: Guidance {
            angle: u16::from_le_bytes(random.bytes()),
            submerge: dives(random),
            velocity: velocity(random),
        },
        player_id: seen.then(|| u16::try_from(random.between(0, players - 1)).expect("small")),
        reloads: if seen {
            random.several(weapons, weapons, |random| random.percent(ready))
        } else {
            Vec::new()
        },
        transform: Transform {
            altitude: if dives(random) { -small(random, 36, 120).cast_signed() } else { 0 },
            angle: u16::from_le_bytes(random.bytes()),
            position: (metres(random), metres(random)),
            velocity: velocity(random),
        },
        turret_angles: if seen {
            random.several(turrets, turrets, |random| {
                let near = u16::try_from(random.between(0, 399)).expect("small");
                let any = u16::from_le_bytes(random.bytes());
                if random.percent(75) { ahead.wrapping_add(near).wrapping_sub(200) } else { any }
            })
        } else {
            Vec::new()
        },
    }
}

fn terrain(random: &mut Random) -> TerrainUpdate {
    let (low, high) = if random.percent(2) { (900, 1_099) } else { (3, 8) };
    TerrainUpdate {
        chunk_id: (small(random, 0, 3).cast_signed() - 2, small(random, 0, 3).cast_signed() - 2),
        data: random.several(low, high, |random| small(random, 0, 255)),
    }
}

fn update(random: &mut Random) -> Update {
    let players = random.between(200, 399);
    Update {
        contacts: random.several(20, 39, |random| contact(random, players)),
        score: u32::try_from(random.between(0, 3_000)).expect("it is small"),
        world_radius: 2_000.0 + metres(random),
        terrain_updates: random.several(3, 9, terrain),
    }
}

/// The data set: the same on every run.
pub fn data() -> Updates {
    let mut random = Random::new(0x0003_6b48);
    Updates { updates: (0..UPDATES).map(|_| update(&mut random)).collect() }
}
