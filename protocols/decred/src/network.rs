//! The networks, distinguished by the first four bytes of a frame.

use core::fmt;
use core::str::FromStr;

/// A network of nodes. Its frames begin with a number specific to it.
pub trait Network: Copy + Default + Eq + Send + Sync + fmt::Debug + 'static {
    /// The number at the start of its frames, little-endian.
    const MAGIC: u32;
    /// Its name.
    const NAME: &'static str;
}

/// What is done with a network that is known only at run time: [`AnyNetwork::visit`].
pub trait NetworkVisitor {
    /// What comes of it.
    type Output;

    /// Does it on this network.
    fn visit<N: Network>(self) -> Self::Output;
}

/// There is no network of this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownNetwork;

impl fmt::Display for UnknownNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown network: one of")?;
        AnyNetwork::ALL.iter().try_for_each(|network| write!(f, " {network}"))
    }
}

impl core::error::Error for UnknownNetwork {}

macro_rules! networks {
    ($($(#[$doc:meta])* $name:ident, $text:literal, $magic:literal, $port:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
            pub struct $name;

            impl Network for $name {
                const MAGIC: u32 = $magic;
                const NAME: &'static str = $text;
            }
        )*

        /// A network that is chosen at run time.
        ///
        /// ```
        /// use codec_decred::{AnyNetwork, Network, NetworkVisitor};
        /// struct Magic;
        /// impl NetworkVisitor for Magic {
        ///     type Output = u32;
        ///     fn visit<N: Network>(self) -> u32 { N::MAGIC }
        /// }
        /// let network: AnyNetwork = "simnet".parse()?;
        /// assert_eq!((network, network.visit(Magic)), (AnyNetwork::SimNet, 0x1214_1c16));
        /// assert_eq!((network.to_string(), network.port()), ("simnet".into(), 18555));
        /// # Ok::<(), codec_decred::UnknownNetwork>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyNetwork {
            $($(#[$doc])* $name,)*
        }

        impl AnyNetwork {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $name::NAME,)* }
            }

            /// The number at the start of its frames.
            pub const fn magic(self) -> u32 {
                match self { $(Self::$name => $name::MAGIC,)* }
            }

            /// The TCP port on which its nodes listen by default.
            pub const fn port(self) -> u16 {
                match self { $(Self::$name => $port,)* }
            }

            /// Does something with the type of this network.
            pub fn visit<V: NetworkVisitor>(self, visitor: V) -> V::Output {
                match self { $(Self::$name => visitor.visit::<$name>(),)* }
            }
        }
    };
}

networks! {
    /// The main network.
    MainNet, "mainnet", 0xd9b4_00f9, 9108;
    /// The third test network.
    TestNet3, "testnet3", 0xb194_aa75, 19108;
    /// The simulation network.
    SimNet, "simnet", 0x1214_1c16, 18555;
    /// The regression test network.
    RegNet, "regnet", 0xdab5_00fa, 18655;
}

impl fmt::Display for AnyNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By the name.
impl FromStr for AnyNetwork {
    type Err = UnknownNetwork;

    fn from_str(name: &str) -> Result<Self, UnknownNetwork> {
        Self::ALL.iter().copied().find(|network| network.name() == name).ok_or(UnknownNetwork)
    }
}
