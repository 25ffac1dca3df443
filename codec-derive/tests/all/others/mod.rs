//! Types of another crate: as messages of an enum, in fields, by adapters.

mod corners;
mod messages;
