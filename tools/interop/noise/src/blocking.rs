//! Our end, with calls that block: a thread sends, another one reads.

use std::net::TcpStream;
use std::thread;

use codec_core::Sv2;
use codec_noise::{Handshake, NoiseReader, NoiseWriter};
use codec_pool::Pool;
use codec_stratum::FrameHeader;

use crate::messages::{Empty, FRAMES, check, is_empty, numbered};

/// Sends all messages, and compares what is returned.
pub(crate) fn talk(stream: TcpStream, mut handshake: Handshake) {
    let mut output = stream.try_clone().expect("a handle");
    let mut input = stream;
    handshake.run(&mut input, crate::now()).expect("the peer keeps to the protocol");
    let (sealer, opener) = handshake.finish().expect("it is done").split();
    let pool = Pool::default();
    let mut writer: NoiseWriter<FrameHeader> = NoiseWriter::sealed(pool.clone(), sealer);
    let mut reader: NoiseReader<FrameHeader> = NoiseReader::sealed(pool.clone(), opener);
    let sending = thread::spawn(move || {
        for number in 0..FRAMES {
            if is_empty(number) {
                writer.write::<Sv2, _>(&Empty {}).expect("there is memory");
            } else {
                writer.write::<Sv2, _>(&numbered(number)).expect("there is memory");
            }
            if number % 7 == 0 {
                writer.flush(&mut output).expect("it is taken");
            }
        }
        writer.flush(&mut output).expect("it is taken");
    });
    for number in 0..FRAMES {
        check(&reader.read_frame(&mut input).expect("it opens").expect("there are more"), number);
    }
    sending.join().expect("it sends");
    drop(reader);
    assert_eq!(pool.stats().live(), 0, "all memory is back");
}
