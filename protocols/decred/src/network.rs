//! The networks, distinguished by the first four bytes of a frame.

use core::fmt;

/// A network of nodes. Its frames begin with a number specific to it.
pub trait Network: Copy + Default + PartialEq + Eq + fmt::Debug + 'static {
    /// The number at the start of its frames, little-endian.
    const MAGIC: u32;
    /// Its name.
    const NAME: &'static str;
}

macro_rules! networks {
    ($($(#[$doc:meta])* $name:ident, $text:literal, $magic:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Network for $name {
            const MAGIC: u32 = $magic;
            const NAME: &'static str = $text;
        }
    )*};
}

networks! {
    /// The main network.
    MainNet, "mainnet", 0xd9b4_00f9;
    /// The third test network.
    TestNet3, "testnet3", 0xb194_aa75;
    /// The simulation network.
    SimNet, "simnet", 0x1214_1c16;
    /// The regression test network.
    RegNet, "regnet", 0xdab5_00fa;
}
