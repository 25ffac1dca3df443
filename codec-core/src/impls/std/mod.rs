//! Types of `std`.

mod hash;
mod lock;
mod path;
mod system_time;
