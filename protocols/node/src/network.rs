//! The networks of a protocol, distinguished by the first four bytes of a frame.

/// Declares the networks of a protocol: `Network`, a type for each, `AnyNetwork`, which chooses
/// one at run time, `NetworkVisitor` and `UnknownNetwork`.
///
/// Each protocol has its own trait `Network`, so that no network of another can be named. A
/// line has docs, the type, the name, the number at the start of frames, the default port, and
/// other names. The first attributes are for `Network`, those after `;` for `AnyNetwork`.
///
/// ```
/// codec_node::networks! {
///     /// A network of nodes.
///     ;
///     /// A network that is chosen at run time.
///     ;
///     /// The main network.
///     MainNet, "mainnet", 0x0102_0304, 8333;
///     /// The test network.
///     TestNet3, "testnet3", 0x0102_0305, 18333, "testnet";
/// }
///
/// let network: AnyNetwork = "testnet".parse()?;
/// assert_eq!((network.name(), network.port()), ("testnet3", 18333));
/// assert_eq!(network.magic(), TestNet3::MAGIC);
/// # Ok::<(), UnknownNetwork>(())
/// ```
#[macro_export]
macro_rules! networks {
    (
        $(#[$network:meta])*;
        $(#[$any:meta])*;
        $($(#[$doc:meta])* $name:ident, $text:literal, $magic:literal, $port:literal $(, $other:literal)*;)*
    ) => {
        $(#[$network])*
        pub trait Network:
            Copy + Default + Eq + Send + Sync + ::core::fmt::Debug + 'static
        {
            /// The number at the start of its frames, little-endian.
            const MAGIC: u32;
            /// Its name.
            const NAME: &'static str;
            /// The TCP port on which its nodes listen by default.
            const PORT: u16;
        }

        /// Work with a network that is known only at run time: [`AnyNetwork::visit`].
        pub trait NetworkVisitor {
            /// The result of the work.
            type Output;

            /// Does it on this network.
            fn visit<N: Network>(self) -> Self::Output;
        }

        /// There is no network of this name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct UnknownNetwork;

        impl ::core::fmt::Display for UnknownNetwork {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str("unknown network: one of")?;
                AnyNetwork::ALL.iter().try_for_each(|network| write!(f, " {network}"))
            }
        }

        impl ::core::error::Error for UnknownNetwork {}

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

        $(#[$any])*
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

        impl ::core::fmt::Display for AnyNetwork {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.name())
            }
        }

        /// Parses the name, or another that it has.
        impl ::core::str::FromStr for AnyNetwork {
            type Err = UnknownNetwork;

            fn from_str(name: &str) -> Result<Self, UnknownNetwork> {
                match name {
                    $($text $(| $other)* => Ok(Self::$name),)*
                    _ => Err(UnknownNetwork),
                }
            }
        }
    };
}
