//! The networks, distinguished by the first four bytes of a frame.

use core::fmt;
use core::str::FromStr;

/// A network of nodes. Its frames begin with a number specific to it.
///
/// A network that is not listed here, such as a signet with a challenge of its own, is a
/// type of the user's:
///
/// ```
/// use codec_bitcoin::{FrameHeader, Network};
/// use codec_core::Header;
/// #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
/// struct OurSignet;
/// impl Network for OurSignet {
///     const MAGIC: u32 = 0x0403_0201;
///     const NAME: &'static str = "our signet";
///     const PORT: u16 = 38333;
/// }
/// let mut bytes = [0; 24];
/// FrameHeader::<OurSignet>::describe("verack", 0, &[])?.write(&mut bytes);
/// assert_eq!(bytes[..5], [1, 2, 3, 4, b'v']);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
pub trait Network: Copy + Default + Eq + Send + Sync + fmt::Debug + 'static {
    /// The number at the start of its frames, little-endian.
    const MAGIC: u32;
    /// Its name.
    const NAME: &'static str;
    /// The TCP port on which its nodes listen by default.
    const PORT: u16;
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
                const PORT: u16 = $port;
            }
        )*

        /// A network that is chosen at run time.
        ///
        /// ```
        /// use codec_bitcoin::{AnyNetwork, Network, NetworkVisitor};
        /// struct Magic;
        /// impl NetworkVisitor for Magic {
        ///     type Output = u32;
        ///     fn visit<N: Network>(self) -> u32 { N::MAGIC }
        /// }
        /// let network: AnyNetwork = "regtest".parse()?;
        /// assert_eq!((network, network.visit(Magic)), (AnyNetwork::RegTest, 0xdab5_bffa));
        /// assert_eq!((network.to_string(), network.port()), ("regtest".into(), 18444));
        /// # Ok::<(), codec_bitcoin::UnknownNetwork>(())
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
                match self { $(Self::$name => $name::PORT,)* }
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
    MainNet, "mainnet", 0xd9b4_bef9, 8333;
    /// The third test network.
    TestNet3, "testnet3", 0x0709_110b, 18333;
    /// The fourth test network (BIP94).
    TestNet4, "testnet4", 0x283f_161c, 48333;
    /// The test network whose blocks are signed (BIP325), with the default challenge.
    SigNet, "signet", 0x40cf_030a, 38333;
    /// The regression test network.
    RegTest, "regtest", 0xdab5_bffa, 18444;
    /// The simulation network of btcd.
    SimNet, "simnet", 0x1214_1c16, 18555;
}

impl fmt::Display for AnyNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// By the name; `testnet` is the third.
impl FromStr for AnyNetwork {
    type Err = UnknownNetwork;

    fn from_str(name: &str) -> Result<Self, UnknownNetwork> {
        let name = if name == "testnet" { TestNet3::NAME } else { name };
        Self::ALL.iter().copied().find(|network| network.name() == name).ok_or(UnknownNetwork)
    }
}
