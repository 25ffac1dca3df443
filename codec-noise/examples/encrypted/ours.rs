//! Frames opened in the memory that they were read into.

use std::hint::black_box;
use std::marker::PhantomData;

use codec_core::Sv2;
use codec_noise::{NoiseReader, NoiseWriter};
use codec_pool::{FrameRef, Pool};
use codec_stratum::Sv2Protocol;

use crate::message::{Template, TemplateRef, TemplateShared, rest};
use crate::{Contender, sessions};

/// A way of decoding a frame.
pub(crate) trait Form {
    const NAME: &'static str;

    fn decode(frame: FrameRef<'_, Sv2Protocol>);
}

pub(crate) struct Owned;

impl Form for Owned {
    const NAME: &'static str = "ours, owned";

    fn decode(frame: FrameRef<'_, Sv2Protocol>) {
        black_box(frame.decode::<Sv2, Template>().expect("it was encoded"));
    }
}

pub(crate) struct Borrowed;

impl Form for Borrowed {
    const NAME: &'static str = "ours, borrowed";

    fn decode(frame: FrameRef<'_, Sv2Protocol>) {
        black_box(frame.decode_ref::<Sv2, TemplateRef<'_>>().expect("it was encoded"));
    }
}

pub(crate) struct Shared;

impl Form for Shared {
    const NAME: &'static str = "ours, shared";

    fn decode(mut frame: FrameRef<'_, Sv2Protocol>) {
        black_box(frame.decode_shared::<Sv2, TemplateShared>().expect("it was encoded"));
    }
}

/// A connection whose frames are decoded in this form.
pub(crate) struct Ours<F> {
    writer: NoiseWriter<Sv2Protocol>,
    reader: NoiseReader<Sv2Protocol>,
    form: PhantomData<F>,
}

impl<F: Form> Contender for Ours<F> {
    const NAME: &'static str = F::NAME;

    fn connect() -> Self {
        let (one, other) = sessions::connect();
        let pool = Pool::default();
        let writer = NoiseWriter::sealed(pool.clone(), one.split().0);
        let reader = NoiseReader::sealed(pool, other.split().1);
        Self { writer, reader, form: PhantomData }
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        let bytes = vec![7; rest(size)].try_into().expect("fewer than 16 MiB");
        let message = Template { channel_id: 7, bytes };
        let mut wire = Vec::new();
        for _ in 0..count {
            self.writer.send(&message).expect("there is memory");
            self.writer.flush(&mut wire).expect("a vector takes all");
        }
        wire
    }

    fn open(&mut self, wire: &mut [u8], _: usize) {
        let mut stream = &*wire;
        while let Some(frame) = self.reader.read_frame(&mut stream).expect("nothing was changed") {
            F::decode(frame);
        }
    }
}
