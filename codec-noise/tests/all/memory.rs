//! The allocations of encrypted connections, and the memory that they hold while idle.

use std::sync::Arc;

use allocation_counter::measure;
use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseReader, NoiseWriter, Session};
use codec_pool::Pool;
use codec_stratum::Sv2Protocol;
use codec_stratum::mining::{SubmitSharesExtended, SubmitSharesExtendedRef};

type Reader = NoiseReader<Sv2Protocol>;
type Writer = NoiseWriter<Sv2Protocol>;

fn sessions() -> (Session, Session) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Identity::issue(&authority, 0..=9).expect("there is entropy");
    let mut client: Handshake = Handshake::initiator(authority.public_key()).expect("entropy");
    let mut server: Handshake = Handshake::responder(Arc::new(identity)).expect("entropy");
    server.input(client.output(), 5).expect("any key is good");
    client.input(server.output(), 5).expect("the certificate is good");
    (client.finish().expect("it is done"), server.finish().expect("it is done"))
}

fn share(sequence_number: u32) -> SubmitSharesExtended {
    let extranonce = (&[7; 8]).try_into().expect("at most 32 bytes");
    let (channel_id, job_id, nonce, ntime, version) = (1, 3, 4, 5, 6);
    SubmitSharesExtended { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce }
}

#[test]
fn no_frame_is_allocated_for() {
    let (client, server) = sessions();
    let pool = Pool::default();
    let mut writer: Writer = NoiseWriter::sealed(pool.clone(), client.split().0);
    let mut reader: Reader = NoiseReader::sealed(pool, server.split().1);
    let mut wire = Vec::with_capacity(1 << 20);
    let mut kept = Vec::with_capacity(1000);
    let mut round = || {
        wire.clear();
        for number in 0..1000 {
            writer.send(&share(number)).expect("there is memory");
            if number % 10 == 0 {
                writer.flush(&mut wire).expect("a vector takes all");
            }
        }
        writer.flush(&mut wire).expect("a vector takes all");
        let (mut stream, mut count) = (&wire[..], 0);
        while let Some(frame) = reader.read_frame(&mut stream).expect("nothing was changed") {
            let share: SubmitSharesExtendedRef<'_> =
                frame.decode_ref::<codec_core::Sv2, _>().expect("it is a share");
            assert_eq!(share.sequence_number, count);
            count += 1;
            kept.push(frame.detach());
        }
        assert_eq!(count, 1000);
        kept.clear();
    };
    round();
    assert_eq!(measure(round).count_total, 0);
}

#[test]
fn an_idle_connection_holds_half_a_kibibyte() {
    let (client, server) = sessions();
    let pool = Pool::default();
    let hold = size_of::<Reader>() + size_of::<Writer>();
    assert!(hold <= 512, "{hold} bytes");
    let (sealer, opener) = client.split();
    let mut writer: Writer = NoiseWriter::sealed(pool.clone(), sealer);
    let mut reader: Reader = NoiseReader::sealed(pool.clone(), opener);
    let info = measure(|| {
        // A frame is sent and one received, and the connection is idle again.
        let mut wire = Vec::new();
        writer.send(&share(1)).expect("there is memory");
        writer.flush(&mut wire).expect("a vector takes all");
        let mut theirs: Writer = NoiseWriter::sealed(pool.clone(), server.split().0);
        wire.clear();
        theirs.send(&share(2)).expect("there is memory");
        theirs.flush(&mut wire).expect("a vector takes all");
        reader.feed(&wire).expect("there is memory");
        assert!(reader.next_frame().expect("nothing was changed").is_some());
        assert!(reader.next_frame().expect("nothing was changed").is_none());
    });
    assert!(info.count_total > 0, "the pool makes its chunks");
    let stats = pool.stats();
    assert_eq!((stats.in_use, stats.partial, stats.bytes_in_use), (0, 0, 0));
}
