//! Versions of a struct: each version reads all others, with the same bytes as pack-io.

use bytes::Bytes;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Decode, DecodeErrorKind, Encode,
    Format, Postcard,
};

/// The same struct at versions 1, 2 and 3, for this crate and for pack-io.
macro_rules! versions {
    ($($name:ident at $version:literal { $($field:ident: $ty:ty $([$($rule:tt)+])?;)* })*) => {$(
        #[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
        #[derive(pack_io::Serialize, pack_io::Deserialize)]
        #[codec(version = $version)]
        #[pack_io(version = $version)]
        struct $name {
            $(
                $(#[codec($($rule)+)] #[pack_io($($rule)+)])?
                $field: $ty,
            )*
        }
    )*};
}

versions! {
    One at 1 {
        id: u32;
        name: String;
        token: Vec<u8>;
    }
    Two at 2 {
        id: u32;
        name: String;
        token: Vec<u8>;
        price: u64 [since = 2];
        note: Option<String> [since = 2];
    }
    Three at 3 {
        id: u32;
        name: String;
        token: Vec<u8> [retired = 3];
        price: u64 [since = 2];
        note: Option<String> [since = 2];
        list: Vec<i16> [since = 3];
    }
    Dropped at 3 {
        id: u32;
        name: String;
        token: Vec<u8>;
        price: u64 [since = 2];
        note: Option<String> [since = 2, removed = 3];
    }
}

fn one() -> One {
    One { id: 300, name: "one".into(), token: vec![1, 2] }
}

fn two() -> Two {
    Two { id: 7, name: "two".into(), token: vec![3], price: 1 << 40, note: Some("n".into()) }
}

fn three() -> Three {
    Three {
        id: 9,
        name: "three".into(),
        token: vec![],
        price: 5,
        note: Some("more".into()),
        list: vec![-1, 1000],
    }
}

/// One program writes, the other reads; both agree with pack-io.
fn pair<W, R>(written: &W)
where
    W: Encode + pack_io::Serialize,
    R: Decodable + pack_io::Deserialize + PartialEq + Default + std::fmt::Debug,
{
    let bytes = Compact::to_vec(written).unwrap();
    assert_eq!(bytes, pack_io::encode(written).unwrap());
    assert_eq!(Compact::encoded_len(written), bytes.len());
    let ours = Compact::from_slice::<R>(&bytes).unwrap();
    assert_eq!(ours, pack_io::decode::<R>(&bytes).unwrap());
    let mut over = R::default();
    Compact::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, ours);
    assert_eq!(Compact::peek_version(&bytes), Ok(pack_io::peek_version(&bytes).unwrap()));
    // Both also agree on every truncation and on damaged bytes.
    for len in 0..bytes.len() {
        assert_eq!(
            Compact::from_slice::<R>(&bytes[..len]).ok(),
            pack_io::decode::<R>(&bytes[..len]).ok(),
        );
    }
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let (ours, theirs) = (Compact::from_slice::<R>(&damaged), pack_io::decode::<R>(&damaged));
        assert_eq!(ours.ok(), theirs.ok(), "bit {bit} of {bytes:?}");
    }
}

#[test]
fn each_version_reads_every_other_as_pack_io_does() {
    pair::<One, One>(&one());
    pair::<One, Two>(&one());
    pair::<One, Three>(&one());
    pair::<Two, One>(&two());
    pair::<Two, Two>(&two());
    pair::<Two, Three>(&two());
    pair::<Three, One>(&three());
    pair::<Three, Two>(&three());
    pair::<Three, Three>(&three());
}

#[test]
fn a_field_that_is_removed_is_read_from_those_who_still_write_it() {
    pair::<One, Dropped>(&one());
    pair::<Two, Dropped>(&two());
    let dropped = Dropped {
        id: 1,
        name: "dropped".into(),
        token: vec![5],
        price: 6,
        note: Some("never written".into()),
    };
    pair::<Dropped, One>(&dropped);
    let back = Compact::from_slice::<Dropped>(&Compact::to_vec(&dropped).unwrap()).unwrap();
    assert_eq!(back, Dropped { note: None, ..dropped.clone() });
    pair::<Dropped, Dropped>(&back);
    let older = Compact::from_slice::<Dropped>(&Compact::to_vec(&two()).unwrap()).unwrap();
    assert_eq!(older.note, Some("n".into()));
    // A reader that does not know of the removal finds nothing in its place, in both programs.
    let bytes = Compact::to_vec(&dropped).unwrap();
    assert_eq!(Compact::from_slice::<Two>(&bytes).ok(), pack_io::decode::<Two>(&bytes).ok());
}

#[test]
fn the_same_in_every_format_that_has_a_length() {
    fn pairs<F: Format>() {
        let bytes =
            [F::to_vec(&one()).unwrap(), F::to_vec(&two()).unwrap(), F::to_vec(&three()).unwrap()];
        for (index, bytes) in bytes.iter().enumerate() {
            assert_eq!(F::peek_version(bytes).unwrap() as usize, index + 1);
            let written = [300, 7, 9][index];
            assert_eq!(F::from_slice::<One>(bytes).unwrap().id, written);
            assert_eq!(F::from_slice::<Two>(bytes).unwrap().id, written);
            assert_eq!(F::from_slice::<Three>(bytes).unwrap().id, written);
        }
        assert_eq!(F::from_slice::<Two>(&bytes[1]), Ok(two()));
        assert_eq!(F::from_slice::<Three>(&bytes[1]).unwrap().note, Some("n".into()));
        // Bytes after the value are not part of its body.
        let mut longer = bytes[2].clone();
        longer.push(0);
        let error = F::from_slice::<One>(&longer).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::TrailingBytes);
    }
    pairs::<Bincode>();
    pairs::<BincodeVarint>();
    pairs::<Borsh>();
    pairs::<Compact>();
    pairs::<Postcard>();
}

#[test]
fn there_is_no_version_zero_and_no_body_beyond_the_input() {
    let error = Compact::from_slice::<One>(&[0, 3, 1, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidVersion, 0));
    let error = Compact::from_slice::<One>(&[1, 4, 1, 0, 0]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd);
    // A field may not extend past the end of the body, even if bytes follow.
    let error = Compact::from_slice_prefix::<One>(&[1, 2, 1, 5, 0, 0, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 4));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(version = 2, borrow, shared, be)]
struct Wire {
    id: u16,
    #[codec(since = 2, default = seven)]
    count: u8,
    #[codec(since = 2)]
    list: Vec<u8>,
}

fn seven() -> u8 {
    7
}

#[test]
fn borrowed_and_shared_forms_have_versions() {
    let value = Wire { id: 0x0102, count: 3, list: vec![9] };
    let bytes = Consensus::to_vec(&value).unwrap();
    assert_eq!(bytes, [0, 0, 0, 2, 5, 1, 2, 3, 1, 9]);
    let borrowed: WireRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed, value.to_ref());
    assert_eq!(Consensus::to_vec(&borrowed).unwrap(), bytes);
    let older = [0, 0, 0, 1, 2, 1, 2];
    let wanted = Wire { id: 0x0102, count: 7, list: vec![] };
    assert_eq!(Consensus::from_slice::<Wire>(&older), Ok(wanted.clone()));
    let borrowed: WireRef<'_> = Consensus::from_slice_ref(&older).unwrap();
    assert_eq!(borrowed, wanted.to_ref());
    let shared: WireShared = Consensus::from_bytes(&Bytes::copy_from_slice(&older)).unwrap();
    assert_eq!(Wire::from(shared), wanted);
}
