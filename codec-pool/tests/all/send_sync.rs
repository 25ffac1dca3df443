//! The types that may cross threads, and those that may not.

use codec_core::{DecodeError, EncodeError, Header};
use codec_pool::{
    Frame, FrameError, FrameReadError, FrameReader, FrameRef, FrameView, FrameWriteError,
    FrameWriter, LengthHeader, Pool, PoolBytes, PoolError, PoolStats,
};

/// A header that is not `Send`.
#[derive(Debug, Clone, Copy)]
struct Bound(std::marker::PhantomData<*const ()>);

impl Header for Bound {
    type Id = ();
    const SIZE: usize = 1;
    const MAX_PAYLOAD: usize = 0;
    fn parse(_: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self(std::marker::PhantomData))
    }
    fn describe((): (), _: u32, _: &[u8]) -> Result<Self, EncodeError> {
        Ok(Self(std::marker::PhantomData))
    }
    fn write(&self, _: &mut [u8]) {}
    fn id(&self) {}
    fn payload_len(&self) -> usize {
        0
    }
}

/// `<Probe<T>>::SEND` is the inherent constant if `T` is `Send`, otherwise that of the trait.
struct Probe<T>(std::marker::PhantomData<T>);

trait Otherwise {
    const SEND: bool = false;
    const SYNC: bool = false;
}

impl<T> Otherwise for Probe<T> {}

struct SendProbe<T>(std::marker::PhantomData<T>);

impl<T> Otherwise for SendProbe<T> {}

impl<T: Send> SendProbe<T> {
    const SEND: bool = true;
}

impl<T: Sync> Probe<T> {
    const SYNC: bool = true;
}

macro_rules! crosses {
    ($($type:ty),+ $(,)?) => {$(
        assert!(SendProbe::<$type>::SEND && Probe::<$type>::SYNC, stringify!($type));
    )+};
}

macro_rules! stays {
    ($($type:ty),+ $(,)?) => {$(
        assert!(!SendProbe::<$type>::SEND && !Probe::<$type>::SYNC, stringify!($type));
    )+};
}

#[test]
fn pool_and_frames_cross_threads() {
    crosses!(Pool, PoolBytes, PoolStats, PoolError, FrameError, FrameReadError, FrameWriteError);
    crosses!(FrameReader<LengthHeader<1>>, FrameWriter<LengthHeader<1>>, Frame<LengthHeader<1>>);
    crosses!(FrameRef<'static, LengthHeader<1>>, FrameView<'static, LengthHeader<1>>);
}

#[test]
fn an_idle_reader_is_small() {
    assert!(size_of::<FrameReader<LengthHeader<8>>>() <= 256);
    assert!(size_of::<FrameWriter<LengthHeader<8>>>() <= 256);
    assert!(size_of::<Frame<LengthHeader<4>>>() <= 32, "a frame is what it points to and a header");
}

#[test]
fn readers_and_writers_hold_no_header() {
    crosses!(FrameReader<Bound>, FrameWriter<Bound>);
}

#[test]
fn frames_stay_where_their_header_must() {
    stays!(Frame<Bound>, FrameRef<'static, Bound>, FrameView<'static, Bound>);
}
