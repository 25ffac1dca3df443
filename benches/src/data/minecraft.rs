//! The `minecraft_savedata` data set: 500 players, each with items, creatures and
//! recipes: wide structs, options, short strings.
#![expect(clippy::struct_excessive_bools, reason = "the shapes of that benchmark")]

use super::digest::{digest, digest_enum};
use super::walk::walk;
use super::{Lend, owned, view};
use crate::random::Random;

/// Number of players in the data set.
pub const PLAYERS: usize = 500;

/// A point or a direction.
pub type Vector = (f64, f64, f64);

owned! {
    /// The mode that a player plays in.
    #[derive(Copy, pack_io::DeserializeView)]
    #[repr(u8)]
    #[expect(missing_docs, reason = "the names of the game")]
    pub enum GameType {
        Survival,
        Creative,
        Adventure,
        Spectator,
    }
}

owned! {
    /// Abilities of a player.
    #[derive(Copy, pack_io::DeserializeView)]
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct Abilities {
        pub walk_speed: f32,
        pub fly_speed: f32,
        pub may_fly: bool,
        pub flying: bool,
        pub invulnerable: bool,
        pub may_build: bool,
        pub instabuild: bool,
    }
}

owned! {
    /// Things of one kind.
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct Item {
        pub count: i8,
        pub slot: u8,
        pub id: String,
    }
}

owned! {
    /// A creature.
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct Entity {
        pub id: String,
        pub pos: Vector,
        pub motion: Vector,
        pub rotation: (f32, f32),
        pub fall_distance: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub portal_cooldown: i32,
        pub uuid: [u32; 4],
        pub custom_name: Option<String>,
        pub custom_name_visible: bool,
        pub silent: bool,
        pub glowing: bool,
    }
}

owned! {
    /// Recipes of a player.
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct RecipeBook {
        pub recipes: Vec<String>,
        pub to_be_displayed: Vec<String>,
        pub is_filtering_craftable: bool,
        pub is_gui_open: bool,
        pub is_furnace_filtering_craftable: bool,
        pub is_furnace_gui_open: bool,
        pub is_blasting_furnace_filtering_craftable: bool,
        pub is_blasting_furnace_gui_open: bool,
        pub is_smoker_filtering_craftable: bool,
        pub is_smoker_gui_open: bool,
    }
}

owned! {
    /// A player.
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct Player {
        pub game_type: GameType,
        pub previous_game_type: GameType,
        pub score: i64,
        pub dimension: String,
        pub selected_item_slot: u32,
        pub selected_item: Item,
        pub spawn_dimension: Option<String>,
        pub spawn_x: i64,
        pub spawn_y: i64,
        pub spawn_z: i64,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion_level: f32,
        pub food_saturation_level: f32,
        pub food_tick_timer: u32,
        pub xp_level: u32,
        pub xp_p: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        pub inventory: Vec<Item>,
        pub ender_items: Vec<Item>,
        pub abilities: Abilities,
        pub entered_nether_position: Option<Vector>,
        pub root_vehicle: Option<([u32; 4], Entity)>,
        pub shoulder_entity_left: Option<Entity>,
        pub shoulder_entity_right: Option<Entity>,
        pub seen_credits: bool,
        pub recipe_book: RecipeBook,
    }
}

owned! {
    /// All players.
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct Players {
        pub players: Vec<Player>,
    }
}

view! {
    /// The borrowed form of [`Item`].
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct ItemView<'a> {
        pub count: i8,
        pub slot: u8,
        #[codec(borrow)]
        pub id: &'a str,
    }
}

view! {
    /// The borrowed form of [`Entity`].
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct EntityView<'a> {
        #[codec(borrow)]
        pub id: &'a str,
        pub pos: Vector,
        pub motion: Vector,
        pub rotation: (f32, f32),
        pub fall_distance: f32,
        pub fire: u16,
        pub air: u16,
        pub on_ground: bool,
        pub no_gravity: bool,
        pub invulnerable: bool,
        pub portal_cooldown: i32,
        pub uuid: [u32; 4],
        #[codec(borrow)]
        #[serde(borrow)]
        pub custom_name: Option<&'a str>,
        pub custom_name_visible: bool,
        pub silent: bool,
        pub glowing: bool,
    }
}

view! {
    /// The borrowed form of [`RecipeBook`].
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct RecipeBookView<'a> {
        #[codec(borrow)]
        #[serde(borrow)]
        pub recipes: Vec<&'a str>,
        #[codec(borrow)]
        #[serde(borrow)]
        pub to_be_displayed: Vec<&'a str>,
        pub is_filtering_craftable: bool,
        pub is_gui_open: bool,
        pub is_furnace_filtering_craftable: bool,
        pub is_furnace_gui_open: bool,
        pub is_blasting_furnace_filtering_craftable: bool,
        pub is_blasting_furnace_gui_open: bool,
        pub is_smoker_filtering_craftable: bool,
        pub is_smoker_gui_open: bool,
    }
}

view! {
    /// The borrowed form of [`Player`].
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct PlayerView<'a> {
        pub game_type: GameType,
        pub previous_game_type: GameType,
        pub score: i64,
        #[codec(borrow)]
        pub dimension: &'a str,
        pub selected_item_slot: u32,
        #[codec(borrow)]
        #[serde(borrow)]
        pub selected_item: ItemView<'a>,
        #[codec(borrow)]
        #[serde(borrow)]
        pub spawn_dimension: Option<&'a str>,
        pub spawn_x: i64,
        pub spawn_y: i64,
        pub spawn_z: i64,
        pub spawn_forced: Option<bool>,
        pub sleep_timer: u16,
        pub food_exhaustion_level: f32,
        pub food_saturation_level: f32,
        pub food_tick_timer: u32,
        pub xp_level: u32,
        pub xp_p: f32,
        pub xp_total: i32,
        pub xp_seed: i32,
        #[codec(borrow)]
        #[serde(borrow)]
        pub inventory: Vec<ItemView<'a>>,
        #[codec(borrow)]
        #[serde(borrow)]
        pub ender_items: Vec<ItemView<'a>>,
        pub abilities: Abilities,
        pub entered_nether_position: Option<Vector>,
        #[codec(borrow)]
        #[serde(borrow)]
        pub root_vehicle: Option<([u32; 4], EntityView<'a>)>,
        #[codec(borrow)]
        #[serde(borrow)]
        pub shoulder_entity_left: Option<EntityView<'a>>,
        #[codec(borrow)]
        #[serde(borrow)]
        pub shoulder_entity_right: Option<EntityView<'a>>,
        pub seen_credits: bool,
        #[codec(borrow)]
        #[serde(borrow)]
        pub recipe_book: RecipeBookView<'a>,
    }
}

view! {
    /// The borrowed form of [`Players`].
    #[expect(missing_docs, reason = "the names of the game")]
    pub struct PlayersView<'a> {
        #[codec(borrow)]
        #[serde(borrow)]
        pub players: Vec<PlayerView<'a>>,
    }
}

impl Lend for Players {
    type View<'a> = PlayersView<'a>;
}

walk!(GameType: 4 variants);
walk!(Abilities: f32, f32, bool, bool, bool, bool, bool);
walk!(Item: i8, u8, String);
walk!(Entity: String, Vector, Vector, (f32, f32), f32, u16, u16, bool, bool, bool, i32, [u32; 4], Option<String>, bool, bool, bool);
walk!(RecipeBook: Vec<String>, Vec<String>, bool, bool, bool, bool, bool, bool, bool, bool);
walk!(Player: GameType, GameType, i64, String, u32, Item, Option<String>, i64, i64, i64, Option<bool>, u16, f32, f32, u32, u32, f32, i32, i32, Vec<Item>, Vec<Item>, Abilities, Option<Vector>, Option<([u32; 4], Entity)>, Option<Entity>, Option<Entity>, bool, RecipeBook);
walk!(Players: Vec<Player>);

digest_enum!(GameType, ArchivedGameType: { Survival, Creative, Adventure, Spectator });
digest!(Abilities, AbilitiesRef<'_>, ArchivedAbilities: {
    walk_speed, fly_speed, may_fly, flying, invulnerable, may_build, instabuild,
});

digest!(Item, ItemView<'_>, ItemRef<'_>, ArchivedItem: {
    count, slot, id,
});

digest!(Entity, EntityView<'_>, EntityRef<'_>, ArchivedEntity: {
    id, pos, motion, rotation, fall_distance, fire, air, on_ground, no_gravity, invulnerable, portal_cooldown, uuid, custom_name, custom_name_visible, silent, glowing,
});

digest!(RecipeBook, RecipeBookView<'_>, RecipeBookRef<'_>, ArchivedRecipeBook: {
    recipes, to_be_displayed, is_filtering_craftable, is_gui_open, is_furnace_filtering_craftable, is_furnace_gui_open, is_blasting_furnace_filtering_craftable, is_blasting_furnace_gui_open, is_smoker_filtering_craftable, is_smoker_gui_open,
});

digest!(Player, PlayerView<'_>, PlayerRef<'_>, ArchivedPlayer: {
    game_type, previous_game_type, score, dimension, selected_item_slot, selected_item, spawn_dimension, spawn_x, spawn_y, spawn_z, spawn_forced, sleep_timer, food_exhaustion_level, food_saturation_level, food_tick_timer, xp_level, xp_p, xp_total, xp_seed, inventory, ender_items, abilities, entered_nether_position, root_vehicle, shoulder_entity_left, shoulder_entity_right, seen_credits, recipe_book,
});

digest!(Players, PlayersView<'_>, PlayersRef<'_>, ArchivedPlayers: {
    players,
});

fn word(random: &mut Random) -> u32 {
    u32::from_le_bytes(random.bytes())
}

fn short(random: &mut Random) -> u16 {
    u16::from_le_bytes(random.bytes())
}

fn flag(random: &mut Random) -> bool {
    random.percent(50)
}

fn vector(random: &mut Random) -> Vector {
    (random.double(), random.double(), random.double())
}

fn item(random: &mut Random) -> Item {
    const IDS: &[&str] =
        &["dirt", "stone", "pickaxe", "sand", "gravel", "shovel", "chestplate", "steak"];
    let [count, slot] = random.bytes();
    Item { count: count.cast_signed(), slot, id: random.pick(IDS).to_owned() }
}

fn entity(random: &mut Random) -> Entity {
    const IDS: &[&str] =
        &["cow", "sheep", "zombie", "skeleton", "spider", "creeper", "parrot", "bee"];
    const NAMES: &[&str] =
        &["rainbow", "princess", "steve", "johnny", "missy", "coward", "fairy", "howard"];
    Entity {
        id: random.pick(IDS).to_owned(),
        pos: vector(random),
        motion: vector(random),
        rotation: (random.single(), random.single()),
        fall_distance: random.single(),
        fire: short(random),
        air: short(random),
        on_ground: flag(random),
        no_gravity: flag(random),
        invulnerable: flag(random),
        portal_cooldown: word(random).cast_signed(),
        uuid: [(); 4].map(|()| word(random)),
        custom_name: random.maybe(|random| random.pick(NAMES).to_owned()),
        custom_name_visible: flag(random),
        silent: flag(random),
        glowing: flag(random),
    }
}

fn recipe_book(random: &mut Random) -> RecipeBook {
    const RECIPES: &[&str] =
        &["pickaxe", "torch", "bow", "crafting table", "furnace", "shears", "arrow", "tnt"];
    let recipe = |random: &mut Random| random.pick(RECIPES).to_owned();
    RecipeBook {
        recipes: random.several(0, 29, recipe),
        to_be_displayed: random.several(0, 9, recipe),
        is_filtering_craftable: flag(random),
        is_gui_open: flag(random),
        is_furnace_filtering_craftable: flag(random),
        is_furnace_gui_open: flag(random),
        is_blasting_furnace_filtering_craftable: flag(random),
        is_blasting_furnace_gui_open: flag(random),
        is_smoker_filtering_craftable: flag(random),
        is_smoker_gui_open: flag(random),
    }
}

fn player(random: &mut Random) -> Player {
    const DIMENSIONS: &[&str] = &["overworld", "nether", "end"];
    const TYPES: &[GameType] =
        &[GameType::Survival, GameType::Creative, GameType::Adventure, GameType::Spectator];
    let dimension = |random: &mut Random| random.pick(DIMENSIONS).to_owned();
    Player {
        game_type: random.pick(TYPES),
        previous_game_type: random.pick(TYPES),
        score: random.next().cast_signed(),
        dimension: dimension(random),
        selected_item_slot: word(random),
        selected_item: item(random),
        spawn_dimension: random.maybe(dimension),
        spawn_x: random.next().cast_signed(),
        spawn_y: random.next().cast_signed(),
        spawn_z: random.next().cast_signed(),
        spawn_forced: random.maybe(flag),
        sleep_timer: short(random),
        food_exhaustion_level: random.single(),
        food_saturation_level: random.single(),
        food_tick_timer: word(random),
        xp_level: word(random),
        xp_p: random.single(),
        xp_total: word(random).cast_signed(),
        xp_seed: word(random).cast_signed(),
        inventory: random.several(0, 39, item),
        ender_items: random.several(0, 26, item),
        abilities: Abilities {
            walk_speed: random.single(),
            fly_speed: random.single(),
            may_fly: flag(random),
            flying: flag(random),
            invulnerable: flag(random),
            may_build: flag(random),
            instabuild: flag(random),
        },
        entered_nether_position: random.maybe(vector),
        root_vehicle: random.maybe(|random| ([(); 4].map(|()| word(random)), entity(random))),
        shoulder_entity_left: random.maybe(entity),
        shoulder_entity_right: random.maybe(entity),
        seen_credits: flag(random),
        recipe_book: recipe_book(random),
    }
}

/// The data set: the same on every run.
pub fn data() -> Players {
    let mut random = Random::new(0x003e_c4af);
    Players { players: (0..PLAYERS).map(|_| player(&mut random)).collect() }
}
