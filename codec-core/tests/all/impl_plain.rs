//! `impl_plain!`, as another crate uses it.

use bytes::Bytes;
use codec_core::{
    Borrowable, Consensus, Decodable, DecodableRef, Decode, DecodeError, DecodeErrorKind, Encode,
    EncodeError, Format, Postcard, Reader, SeqRef, SeqShared, Shareable, Size, Writer,
};

/// A port, encoded as in a socket address: big-endian, and never 0.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Port(u16);

impl Encode for Port {
    fn encoded_len<F: Format>(&self) -> usize {
        2
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.array(&self.0.to_be_bytes())
    }
}

impl Decodable for Port {
    fn size<F: Format>() -> Size {
        Size::fixed(2)
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        match u16::from_be_bytes(*r.array()?) {
            0 => Err(DecodeError::new(DecodeErrorKind::InvalidValue, start)),
            port => Ok(Self(port)),
        }
    }
}

codec_core::impl_plain!(Port);

/// A value and its number of occurrences.
#[derive(Debug, Clone, PartialEq)]
struct Repeated<T, const N: usize>(T);

impl<T: Encode, const N: usize> Encode for Repeated<T, N> {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.encoded_len::<F>() * N
    }

    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        (0..N).try_for_each(|_| self.0.encode(w))
    }
}

impl<T: Decodable, const N: usize> Decodable for Repeated<T, N> {
    fn size<F: Format>() -> Size {
        T::size::<F>().times(N)
    }

    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let first = T::decode(r)?;
        (1..N).try_for_each(|_| T::decode(r).map(drop))?;
        Ok(Self(first))
    }
}

codec_core::impl_plain!({T: Decodable + Clone + Sync, const N: usize} Repeated<T, N>);

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Host {
    name: String,
    port: Port,
    others: Vec<Port>,
    weight: Repeated<u8, 2>,
}

const BYTES: [u8; 11] = [1, b'a', 0x20, 0x8d, 2, 0, 80, 1, 187, 9, 9];

fn host() -> Host {
    Host {
        name: "a".into(),
        port: Port(8333),
        others: vec![Port(80), Port(443)],
        weight: Repeated(9),
    }
}

#[test]
fn a_plain_type_is_a_field_in_every_form_of_a_derived_type() {
    assert_eq!(Postcard::to_vec(&host()).unwrap(), BYTES);
    assert_eq!(Consensus::to_vec(&host()).unwrap(), BYTES);

    let borrowed: HostRef<'_> = Postcard::from_slice_ref(&BYTES).unwrap();
    let others: SeqRef<'_, Port> = borrowed.others;
    assert_eq!((borrowed.port, others.get(1)), (Port(8333), Some(Port(443))));
    assert_eq!(Host::from(borrowed), host());
    assert_eq!(host().to_ref().others.iter().last(), Some(Port(443)));

    let shared: HostShared = Postcard::from_bytes(&Bytes::from_static(&BYTES)).unwrap();
    let others: &SeqShared<Port> = &shared.others;
    assert_eq!((others.len(), &shared.weight), (2, &Repeated(9)));
    assert_eq!(Host::from(shared), host());
}

#[test]
fn it_has_one_size_and_one_error_in_every_form() {
    assert_eq!(<Port as DecodableRef<'_>>::ref_size::<Postcard>(), Size::fixed(2));
    let owned = Postcard::from_slice::<Port>(&[0, 0]).unwrap_err();
    assert_eq!(Postcard::from_slice_ref::<Port>(&[0, 0]), Err(owned));
    assert_eq!(owned, DecodeError::new(DecodeErrorKind::InvalidValue, 0));
}

#[test]
fn it_is_its_own_form() {
    let own: <Port as Borrowable>::Ref<'_> = Port(1);
    let shared: <Port as Shareable>::Shared = own;
    assert_eq!(Port::from_shared(Port::from_ref(shared)), Port(1));
}
