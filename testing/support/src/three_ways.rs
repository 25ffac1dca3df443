//! A payload decoded owned, borrowed and shared, and encoded again.

/// Declares `agreed`, which decodes a payload as each of three enums of messages in the format
/// [`Consensus`](codec_core::Consensus), compares the results and encodes them again, and the
/// function of each way.
#[macro_export]
macro_rules! three_ways {
    ($owned:ty, $borrowed:ty, $shared:ty) => {
        use $crate::bytes::Bytes;
        use $crate::codec_core::{
            Consensus, Cursor, DecodeError, Encode, Format as _, MessageInfo as _, Messages as _,
            MessagesRef as _, Reader,
        };

        /// The bytes of a message after a round trip.
        pub(crate) type Rewritten = Result<Vec<u8>, DecodeError>;

        fn written(message: &impl Encode) -> Vec<u8> {
            let bytes = Consensus::to_vec(message).expect("what was decoded encodes");
            assert_eq!(Consensus::encoded_len(message), bytes.len());
            bytes
        }

        pub(crate) fn owned(id: &'static str, payload: &[u8]) -> Rewritten {
            let mut r = Reader::<Consensus>::new(payload);
            let message = <$owned>::decode_message(id, &mut r)?;
            r.cursor().finish()?;
            assert_eq!(message.id(), id);
            assert_eq!(written(&message.to_ref()), written(&message), "to_ref of {id}");
            Ok(written(&message))
        }

        pub(crate) fn borrowed(id: &'static str, payload: &[u8]) -> Rewritten {
            let mut r = Reader::<Consensus>::new(payload);
            let message = <$borrowed>::decode_message_ref(id, &mut r)?;
            r.cursor().finish()?;
            assert_eq!(message.id(), id);
            assert_eq!(
                written(&<$owned>::from(message)),
                written(&message),
                "from a borrowed {id}"
            );
            Ok(written(&message))
        }

        pub(crate) fn shared(id: &'static str, payload: &[u8]) -> Rewritten {
            let source = Bytes::copy_from_slice(payload);
            let mut r = Reader::<Consensus>::from_cursor(Cursor::from_bytes(&source));
            let message = <$shared>::decode_message(id, &mut r)?;
            r.cursor().finish()?;
            assert_eq!(message.id(), id);
            let bytes = written(&message);
            assert_eq!(written(&<$owned>::from(message)), bytes, "from a shared {id}");
            Ok(bytes)
        }

        /// The result of all ways, which must be the same.
        pub(crate) fn agreed(id: &'static str, payload: &[u8]) -> Rewritten {
            let owned = owned(id, payload);
            assert_eq!(owned, borrowed(id, payload), "{id}: owned and borrowed");
            assert_eq!(owned, shared(id, payload), "{id}: owned and shared");
            if let Ok(bytes) = &owned {
                assert_eq!(bytes, payload, "{id}: what is accepted is written back");
            }
            owned
        }
    };
}
