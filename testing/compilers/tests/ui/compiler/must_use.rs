#![deny(unused_must_use)]

use foreign::{Growing, GrowingShared};

fn shared() -> GrowingShared {
    unimplemented!()
}

fn main() {
    let growing: Growing = shared().into();
    shared();
    core::convert::identity(growing.to_ref());
}
