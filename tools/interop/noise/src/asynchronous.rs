//! Our end over tokio, both directions in one task.

use std::net::TcpStream;

use codec_core::Sv2;
use codec_noise::{Handshake, NoiseReader, NoiseWriter};
use codec_pool::Pool;
use codec_stratum::FrameHeader;

use crate::messages::{Empty, FRAMES, check, is_empty, numbered};

/// Sends all messages, and compares what is returned.
pub(crate) fn talk(stream: TcpStream, mut handshake: Handshake) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        stream.set_nonblocking(true).expect("a socket");
        let mut stream = tokio::net::TcpStream::from_std(stream).expect("a socket");
        handshake.run_async(&mut stream, crate::now()).await.expect("a handshake");
        let (sealer, opener) = handshake.finish().expect("it is done").split();
        let pool = Pool::default();
        let mut writer: NoiseWriter<FrameHeader> = NoiseWriter::sealed(pool.clone(), sealer);
        let mut reader: NoiseReader<FrameHeader> = NoiseReader::sealed(pool.clone(), opener);
        let (mut input, mut output) = stream.split();
        let sending = async {
            for number in 0..FRAMES {
                if is_empty(number) {
                    writer.write::<Sv2, _>(&Empty {}).expect("there is memory");
                } else {
                    writer.write::<Sv2, _>(&numbered(number)).expect("there is memory");
                }
                writer.flush_async(&mut output).await.expect("it is taken");
            }
        };
        let receiving = async {
            for number in 0..FRAMES {
                let frame = reader.read_frame_async(&mut input).await.expect("it opens");
                check(&frame.expect("there are more"), number);
            }
        };
        tokio::join!(sending, receiving);
        drop((writer, reader));
        assert_eq!(pool.stats().live(), 0, "all memory is back");
    });
}
