//! Who holds frames, by call site.

use crate::tagged::{Tagged, frame};
use codec_core::Bincode;
use codec_pool::{Frame, FrameReader, FrameWriter, Holders, Pool};

fn pool(one_in: u32) -> Pool {
    Pool::builder().note_holders(one_in).build().unwrap()
}

fn holders(pool: &Pool) -> Holders {
    pool.holders().expect("they are noted")
}

fn frames(pool: &Pool, count: usize, mut keep: impl FnMut(codec_pool::FrameRef<'_, Tagged>)) {
    let wire: Vec<u8> = (0..count).flat_map(|_| frame(1, &[7; 96])).collect();
    let (mut reader, mut stream) = (FrameReader::<Tagged>::new(pool.clone()), &wire[..]);
    while let Some(frame) = reader.read_frame(&mut stream).unwrap() {
        keep(frame);
    }
}

#[test]
fn sites_are_distinguished_and_sorted_by_bytes() {
    let pool = pool(1);
    let (mut few, mut many) = (Vec::new(), Vec::new());
    let before = line!();
    frames(&pool, 3, |frame| few.push(frame.detach()));
    frames(&pool, 20, |frame| many.push(frame.detach()));
    let table = holders(&pool);
    let seen: Vec<_> = table
        .sites()
        .iter()
        .map(|holder| (holder.site.line() - before, holder.frames, holder.bytes))
        .collect();
    assert_eq!(seen, [(2, 20, 2000), (1, 3, 300)]);
    assert!(table.sites().iter().all(|holder| holder.site.file() == file!()));
    many.clear();
    assert_eq!(holders(&pool).sites().len(), 1);
    drop(few);
    assert!(holders(&pool).sites().is_empty());
    assert!(holders(&pool).to_string().contains("nobody"));
}

#[test]
fn clones_slices_encoded_frames_and_shared_bytes_have_sites_of_their_own() {
    let pool = pool(1);
    let mut kept: Vec<Frame<Tagged>> = Vec::new();
    frames(&pool, 1, |frame| kept.push(frame.detach()));
    let clone = kept[0].clone();
    let slice = kept[0].slice(10..);
    let mut bytes = Vec::new();
    frames(&pool, 1, |mut frame| bytes.push(frame.to_bytes()));
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let encoded = writer.encode_frame::<Bincode, _>(1, 0, &[0u8; 50]).unwrap();
    let lines = |holders: &Holders| {
        let mut lines: Vec<_> = holders.sites().iter().map(|holder| holder.site.line()).collect();
        lines.sort_unstable();
        lines
    };
    let all = lines(&holders(&pool));
    assert_eq!(all.len(), 5, "{}", holders(&pool));
    assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    drop((slice, bytes));
    assert_eq!(lines(&holders(&pool)).len(), 3);
    drop((kept, clone, encoded));
    assert!(holders(&pool).sites().is_empty());
}

#[test]
fn one_in_many_is_noted_and_the_rest_estimated() {
    let pool = pool(10);
    let mut kept = Vec::new();
    // From one connection, and from hundreds with one frame each.
    frames(&pool, 500, |frame| kept.push(frame.detach()));
    for _ in 0..500 {
        frames(&pool, 1, |frame| kept.push(frame.detach()));
    }
    let table = holders(&pool);
    assert_eq!(table.one_in(), 10);
    let (frames, bytes) = table
        .sites()
        .iter()
        .fold((0, 0), |(frames, bytes), site| (frames + site.frames, bytes + site.bytes));
    assert!((950..=1050).contains(&frames), "{table}");
    assert_eq!(bytes, frames * 100);
    drop(kept);
    assert!(holders(&pool).sites().is_empty());
}

#[test]
fn nothing_is_noted_unless_asked_for() {
    assert_eq!(Pool::default().holders(), None);
}

#[test]
fn frames_that_outlive_the_pool_are_dropped_in_peace() {
    let pool = pool(1);
    let mut kept = Vec::new();
    frames(&pool, 3, |frame| kept.push(frame.detach()));
    drop(pool);
    let clone = kept[0].clone();
    drop(kept);
    assert_eq!(clone.payload(), [7; 96]);
}

#[test]
fn the_table_says_how_long() {
    let pool = pool(2);
    let mut kept = Vec::new();
    frames(&pool, 4, |frame| kept.push(frame.detach()));
    std::thread::sleep(std::time::Duration::from_millis(5));
    let table = holders(&pool);
    assert!(table.sites()[0].oldest >= std::time::Duration::from_millis(5));
    let text = table.to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].ends_with("held since") && lines[1].contains(file!()), "{text}");
    assert!(lines[1].starts_with("         4            400 "), "{text}");
    assert!(lines[2].contains("estimates"), "{text}");
}

#[test]
fn a_refusal_is_passed_on_with_both_tables_and_without_a_lock() {
    use std::sync::Mutex;
    use std::time::Instant;

    use codec_pool::{LengthHeader, Policy, PoolError, Refusal};

    static TOLD: Mutex<Vec<Refusal>> = Mutex::new(Vec::new());

    let builder = Pool::builder().chunk_size(64).max_chunks(1).policy(Policy::Fail);
    let builder = builder.note_holders(1);
    let pool = builder.on_refusal(|told| TOLD.lock().unwrap().push(told.clone())).build().unwrap();
    let mut reader = FrameReader::<LengthHeader<1>>::new(pool.clone());
    reader.feed(&[&[63][..], &[7; 63]].concat()).unwrap();
    let line = line!() + 1;
    let kept = reader.next_frame().unwrap().unwrap().detach();
    let start = Instant::now();
    for _ in 0..5 {
        reader.feed(&[1]).unwrap_err();
    }
    let told = TOLD.lock().unwrap();
    assert!((1..=1 + start.elapsed().as_secs()).contains(&(told.len() as u64)), "one a second");
    assert_eq!((told[0].error, told[0].refusals), (PoolError::Exhausted, 1));
    assert_eq!((told[0].stats.pinned, told[0].stats.refusals), (1, 1));
    let site = told[0].holders.as_ref().unwrap().sites()[0];
    assert_eq!((site.site.line(), site.bytes), (line, 64));
    let text = told[0].to_string();
    assert!(text.starts_with("all chunks of the pool are in use (1 refused)\n"), "{text}");
    assert!(text.contains(&format!("{}:{line}", file!())), "{text}");
    assert_eq!(pool.stats().refusals, 5);
    drop(kept);
}
