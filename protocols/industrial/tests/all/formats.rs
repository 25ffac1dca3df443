//! All messages in all formats and all forms.

use std::collections::BTreeSet;

use crate::samples::{outgoing, update, values, write};
use bytes::Bytes;
use codec_core::schema::Describe;
use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, DecodableRef, Encode,
    Format, Postcard, Shareable, Strict, Sv2,
};
use codec_industrial::{OutgoingWrite, Subscribe, Update, Value, Write};
use codec_schema::Encoding;
use codec_schema::Model;
use codec_schema::value::Generator;

/// Generated values of a type. Each has the same encoding owned, borrowed and shared, and no
/// truncation of it is valid.
fn through<F, T>(encoding: &Encoding) -> Vec<T>
where
    F: Format,
    T: Describe + Encode + Decodable + Borrowable + Shareable<Shared: Encode + Decodable>,
    for<'de> T::Ref<'de>: Encode + DecodableRef<'de>,
{
    let model = Model::of::<T>().unwrap();
    let mut generator = Generator::new(&model, encoding, 5).with_most(4);
    let made = (0..150).map(|_| {
        let bytes = generator.sample().unwrap().bytes;
        let value = F::from_slice::<T>(&bytes).unwrap();
        assert_eq!(F::to_vec(&value).unwrap(), bytes, "{}", F::RULES.name);
        assert_eq!(F::encoded_len(&value), bytes.len());
        let borrowed: T::Ref<'_> = F::from_slice_ref(&bytes).unwrap();
        assert_eq!(F::to_vec(&borrowed).unwrap(), bytes, "{}", F::RULES.name);
        let shared: T::Shared = F::from_bytes(&Bytes::from(bytes.clone())).unwrap();
        assert_eq!(F::to_vec(&shared).unwrap(), bytes, "{}", F::RULES.name);
        assert_eq!(F::to_vec(&T::from_ref(borrowed)).unwrap(), bytes);
        assert_eq!(F::to_vec(&T::from_shared(shared)).unwrap(), bytes);
        for len in 0..bytes.len() {
            assert!(F::from_slice::<T>(&bytes[..len]).is_err(), "{} of {}", len, bytes.len());
            assert!(F::from_slice_ref::<T::Ref<'_>>(&bytes[..len]).is_err());
        }
        value
    });
    made.collect()
}

fn through_all<T>() -> Vec<T>
where
    T: Describe + Encode + Decodable + Borrowable + Shareable<Shared: Encode + Decodable>,
    for<'de> T::Ref<'de>: Encode + DecodableRef<'de>,
{
    through::<Strict<Bincode>, T>(&Encoding::BINCODE);
    through::<BincodeVarint, T>(&Encoding::BINCODE_VARINT);
    through::<Postcard, T>(&Encoding::POSTCARD);
    through::<Borsh, T>(&Encoding::BORSH);
    through::<Compact, T>(&Encoding::COMPACT);
    through::<Bincode, T>(&Encoding::BINCODE)
}

/// The tag of a value's type.
fn tag(value: &Value) -> u8 {
    Bincode::to_vec(value).unwrap()[0]
}

#[test]
fn writes_of_every_type_come_back_in_every_format() {
    let tags: BTreeSet<u8> = through_all::<Write>().iter().map(|write| tag(&write.value)).collect();
    assert_eq!(tags, (0..12).collect(), "a value of each type");
}

#[test]
fn subscriptions_come_back_in_every_format() {
    through_all::<Subscribe>();
    let updates = through_all::<Update>();
    let records = updates.iter().flat_map(|update| update.records.iter());
    let tags: BTreeSet<u8> = records.map(|record| tag(&record.value)).collect();
    assert_eq!(tags, (0..12).collect(), "a value of each type");
    // These formats have no floats, or none of 64 bits, and so no values.
    through::<Consensus, Subscribe>(&Encoding::CONSENSUS);
    through::<Sv2, Subscribe>(&Encoding::SV2);
}

/// The received bytes are those that were sent.
fn sent<F: Format>() {
    for (value, outgoing) in values().into_iter().zip(outgoing()) {
        let received = write(value);
        let sent =
            OutgoingWrite::new(received.sequence, received.handle, outgoing).at(received.time);
        assert_eq!(F::to_vec(&sent).unwrap(), F::to_vec(&received).unwrap(), "{outgoing:?}");
        assert_eq!(F::encoded_len(&sent), F::encoded_len(&received));
    }
}

#[test]
fn what_is_sent_has_the_bytes_of_what_is_received() {
    sent::<Bincode>();
    sent::<BincodeVarint>();
    sent::<Postcard>();
    sent::<Borsh>();
    sent::<Compact>();
}

#[test]
fn a_write_is_36_bytes_and_a_value() {
    let value = |at: usize| {
        Bincode::to_vec(&write(values().swap_remove(at))).unwrap().split_off(Write::FIXED)
    };
    assert_eq!(value(0), [0, 1]);
    assert_eq!(value(1), [1, 0xfb, 0xff, 0xff, 0xff]);
    assert_eq!(value(3), [3, 0, 0, 0, 0, 0, 0x80, 0x35, 0x40]);
    assert_eq!(value(4), [4, 5, 0, 0, 0, b'M', 0, b'o', 0, b't', 0, 0xf6, 0, b'r', 0]);
    assert_eq!(value(5), [5, 7, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(value(6), [6, 2, 0, 0, 0, 1, 0]);
    assert_eq!(value(10)[..10], [10, 2, 0, 0, 0, 1, 0, 0, 0, b'a']);
}

#[test]
fn a_count_beyond_the_input_is_refused_before_memory_is_taken() {
    let mut bytes = Bincode::to_vec(&write(values().swap_remove(7))).unwrap();
    bytes[Write::FIXED + 1..Write::FIXED + 5].fill(0xff);
    assert!(Bincode::from_slice::<Write>(&bytes).is_err());
    codec_alloc::assert_allocations!(Bincode::from_slice::<Write>(&bytes), 0);
}

#[test]
fn no_flipped_bit_makes_a_decoder_panic() {
    let bytes = Bincode::to_vec(&update()).unwrap();
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = Bincode::from_slice::<Update>(&flipped) {
            assert_eq!(Bincode::encoded_len(&read), bytes.len());
        }
    }
}
