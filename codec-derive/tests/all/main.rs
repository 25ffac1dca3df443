//! The tests of the derives in one binary, but those that another compiler is for: of Miri
//! (`memory`), of a script (`matrix`), optimised (`stack`), or started by the tests (`compilers`).
#![forbid(unsafe_code)]

mod agree;
mod attributes;
mod capacity;
mod enum_shapes;
mod enums;
mod evolution;
mod forms;
mod handler;
mod header;
mod hygiene;
mod keys;
mod laid_out;
mod messages;
mod others;
mod own_name;
mod protocols;
mod schema;
mod structs;
mod wide;
