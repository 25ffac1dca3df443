//! Types of another crate: as messages of an enum, in fields, through adapters.

mod corners;
mod messages;
