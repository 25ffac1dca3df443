//! Announcements of a node's data, and requests for it.

use codec_derive::{Decode, Encode};

/// The most entries of an inventory.
pub const MAX_INVENTORY: usize = 50_000;

/// Requests the transactions that wait for a block (BIP35).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mempool")]
pub struct MemPool {}

/// Declares the inventories of a protocol, from its kinds of objects and its hash: `InvVect`,
/// `Inv`, `GetData` and `NotFound`.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_derive::{Decode, Encode};
/// #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
/// #[codec(borrow, shared, schema, tag = u32)]
/// pub enum InvType { Error, Tx, Block }
///
/// codec_node::inventory!(InvType, [u8; 32]);
///
/// let inv = Inv { entries: vec![InvVect { kind: InvType::Block, hash: [7; 32] }] };
/// let bytes = Consensus::to_vec(&inv)?;
/// assert_eq!((bytes.len(), &bytes[..6]), (37, &[1, 2, 0, 0, 0, 7][..]));
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[macro_export]
macro_rules! inventory {
    ($kind:ty, $hash:ty) => {
        /// One thing that a node has or wants.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash,
            $crate::codec_derive::Encode, $crate::codec_derive::Decode,
        )]
        #[codec(borrow, shared, schema)]
        pub struct InvVect {
            /// The kind of thing.
            pub kind: $kind,
            /// The hash that identifies it.
            pub hash: $hash,
        }

        $crate::inventory! { @list
            /// Announces what the node has.
            Inv, "inv";
            /// Requests what another node has.
            GetData, "getdata";
            /// Answers a [`GetData`] for what the node doesn't have.
            NotFound, "notfound";
        }
    };
    (@list $($(#[$doc:meta])* $name:ident, $id:tt;)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, Hash,
            $crate::codec_derive::Encode, $crate::codec_derive::Decode,
        )]
        #[codec(borrow, shared, schema, id = $id)]
        pub struct $name {
            /// At most 50,000.
            #[codec(max = $crate::inventory::MAX_INVENTORY)]
            pub entries: $crate::codec_core::wire::Vec<InvVect>,
        }
    )*};
}
