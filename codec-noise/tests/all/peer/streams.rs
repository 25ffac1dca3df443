//! Streams of frames between the reference implementation and a reader and a writer of
//! `codec-pool`.

use codec_noise::{NoiseReader, NoiseWriter};
use codec_pool::{FrameErrorKind, FrameReader, Pool, SealError};
use codec_stratum::Sv2Protocol;

use super::dice::Dice;
use super::ours;

fn frames(dice: &mut Dice) -> Vec<Vec<u8>> {
    let small = (0..1_000).map(|_| dice.roll(300)).collect::<Vec<_>>();
    let edges = [0, 1, 65_518, 65_519, 65_520, 0, 131_038, 131_039, 400_000, 2_000_000, 0, 7];
    small.iter().chain(&edges).chain(&small).map(|len| dice.frame(*len)).collect()
}

#[test]
fn a_reader_reads_what_they_send_however_it_comes() {
    let mut dice = Dice(11);
    let frames = frames(&mut dice);
    for piece in [100, 5_000, 70_000, 1_000_000] {
        let (ours, mut theirs) = ours::to_theirs();
        let pool = Pool::default();
        let mut reader: NoiseReader<Sv2Protocol> =
            NoiseReader::sealed(pool.clone(), ours.split().1);
        let wire: Vec<u8> = frames.iter().flat_map(|frame| theirs.seal(frame)).collect();
        let (mut seen, mut rest, mut kept) = (0, &wire[..], Vec::new());
        while !rest.is_empty() {
            let len = rest.len().min(1 + dice.roll(piece));
            let taken = reader.feed(&rest[..len]).expect("there is memory");
            rest = &rest[taken..];
            while let Some(frame) = reader.next_frame().expect("nothing was changed") {
                assert!(frame.bytes() == frames[seen], "frame {seen}");
                if seen % 50 == 0 {
                    kept.push((seen, frame.detach()));
                }
                seen += 1;
            }
        }
        assert_eq!((seen, reader.consumed()), (frames.len(), wire.len() as u64));
        for (index, frame) in &kept {
            assert!(frame.bytes() == frames[*index], "kept frame {index}");
        }
        drop((reader, kept));
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn they_read_what_a_writer_sends() {
    let frames = frames(&mut Dice(12));
    let (ours, mut theirs) = ours::from_theirs();
    let pool = Pool::default();
    let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), ours.split().0);
    let mut plain = FrameReader::<Sv2Protocol>::new(pool.clone());
    for frame in &frames {
        let mut stream = &frame[..];
        let lent = plain.read_frame(&mut stream).expect("it is valid").expect("it is whole");
        writer.write_frame(lent.view()).expect("there is memory");
        let mut wire = Vec::new();
        writer.flush(&mut wire).expect("a vector takes all");
        assert!(theirs.open(&wire).expect("it opens") == *frame);
    }
    drop((writer, plain));
    assert_eq!(pool.stats().live(), 0);
}

#[test]
fn a_frame_of_theirs_that_was_changed_ends_the_connection_and_gives_the_memory_back() {
    let (ours, mut theirs) = ours::to_theirs();
    let pool = Pool::default();
    let mut reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool.clone(), ours.split().1);
    let good = theirs.seal(&[0, 0, 1, 2, 0, 0, 8, 9]);
    let mut bad = theirs.seal(&[0, 0, 1, 2, 0, 0, 8, 9]);
    bad[23] ^= 4;
    reader.feed(&[good, bad].concat()).expect("there is memory");
    let first = reader.next_frame().expect("nothing was changed").expect("it is whole");
    assert_eq!(first.payload(), [8, 9]);
    let error = reader.next_frame().expect_err("a bit was changed");
    assert_eq!(error.kind(), FrameErrorKind::Sealed(SealError::Forged));
    assert_eq!(
        error.to_string(),
        "sealed bytes were changed, repeated or reordered on the way in the frame at byte 40"
    );
    drop(reader);
    assert_eq!(pool.stats().live(), 0);
}
