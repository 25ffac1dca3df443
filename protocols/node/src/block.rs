//! Headers of blocks, and requests for them.

/// The most blocks by which a node says what it has. Nodes send, and take, fewer.
pub const MAX_LOCATOR: usize = 500;

/// The most headers of one message.
pub const MAX_HEADERS: usize = 2_000;

/// Declares a protocol's messages on blocks, from its hash, the length of a header in
/// bytes, the header and its other forms: `hash` of the forms, `GetBlocks`, `GetHeaders`, `BareBlock` and `Headers`. The
/// hash has a function `of`; what follows the forms is derived for a `BareBlock` as well.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_derive::{Decode, Encode};
/// codec_node::digest! {
///     /// A hash.
///     pub struct Digest;
/// }
/// impl Digest {
///     /// The first bytes.
///     pub fn of(bytes: &[u8]) -> Self {
///         Self(core::array::from_fn(|at| bytes.get(at).copied().unwrap_or_default()))
///     }
/// }
/// #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
/// #[codec(borrow, shared, schema)]
/// pub struct BlockHeader { version: u32, previous: Digest }
///
/// codec_node::blocks!(Digest, 36, BlockHeader, BlockHeaderRef<'_>, BlockHeaderShared; Copy);
///
/// let header = BlockHeader { version: 7, previous: Digest::default() };
/// assert_eq!(header.hash().0[..5], [7, 0, 0, 0, 0]);
/// let ask = GetHeaders { protocol: 12, locator: vec![Digest([1; 32])], stop: Digest([2; 32]) };
/// let bytes = Consensus::to_vec(&ask)?;
/// assert_eq!((bytes.len(), &bytes[..6]), (69, &[12, 0, 0, 0, 1, 1][..]));
/// let headers = Headers { blocks: vec![BareBlock { header, transactions: () }] };
/// assert_eq!(Consensus::to_vec(&headers)?.len(), 1 + 36 + 1);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[macro_export]
macro_rules! blocks {
    ($hash:ident, $len:expr, $header:ident, $borrowed:ty, $shared:ty; $($derived:ident),*) => {
        $crate::blocks! { @hash $hash, $len; $header, $borrowed }
        $crate::codec_core::shared! { $crate::blocks! { @hash $hash, $len; $shared } }

        $crate::blocks! { @request $hash;
            /// Requests the blocks after the last one that both nodes know.
            GetBlocks, "getblocks";
            /// Requests the headers after the last block that both nodes know.
            GetHeaders, "getheaders";
        }

        /// A header as [`Headers`] holds it: a block without its transactions.
        #[derive(
            Debug, Clone, $($derived,)* PartialEq, Eq, Hash,
            $crate::codec_derive::Encode, $crate::codec_derive::Decode,
        )]
        #[codec(borrow, shared, schema)]
        pub struct BareBlock {
            /// The header, whose hash is the block's id.
            pub header: $header,
            /// The number of its transactions, which is 0.
            #[codec(magic = 0u8)]
            pub transactions: (),
        }

        /// Announces blocks by their headers.
        #[derive(
            Debug, Clone, PartialEq, Eq, Hash,
            $crate::codec_derive::Encode, $crate::codec_derive::Decode,
        )]
        #[codec(borrow, shared, schema, id = "headers")]
        pub struct Headers {
            /// At most 2,000.
            #[codec(max = $crate::block::MAX_HEADERS)]
            pub blocks: $crate::codec_core::wire::Vec<BareBlock>,
        }
    };
    (@hash $hash:ident, $len:expr; $($form:ty),*) => {$(
        impl $form {
            /// The block's id: the hash of its encoding. Each field has one encoding, so that
            /// a header that was received hashes to what its bytes hash to.
            #[must_use]
            pub fn hash(&self) -> $hash {
                use $crate::codec_core::Format as _;
                let mut bytes = [0; $len];
                let written = $crate::codec_core::Consensus::encode_into(self, &mut bytes[..]);
                debug_assert_eq!(written, Ok($len), "a header has one size");
                $hash::of(&bytes)
            }
        }
    )*};
    (@request $hash:ident; $($(#[$doc:meta])* $name:ident, $id:tt;)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, Hash,
            $crate::codec_derive::Encode, $crate::codec_derive::Decode,
        )]
        #[codec(borrow, shared, schema, id = $id)]
        pub struct $name {
            /// The version of the protocol.
            pub protocol: u32,
            /// Blocks that the node has, the newest first; at most 500.
            #[codec(max = $crate::block::MAX_LOCATOR)]
            pub locator: $crate::codec_core::wire::Vec<$hash>,
            /// The last one requested; all zero for as many as possible.
            pub stop: $hash,
        }
    )*};
}
