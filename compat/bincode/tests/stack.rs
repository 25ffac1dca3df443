//! The stack of a decode. Only optimised code inlines: `.ci/run` runs this with it.
#![forbid(unsafe_code)]

use codec_bincode::config::legacy;

/// Contains itself, and vectors that are read through a buffer.
#[derive(codec_bincode::Encode, codec_bincode::Decode)]
#[bincode(crate = "codec_bincode")]
struct Node {
    pairs: Vec<(u32, i64)>,
    numbers: Vec<u16>,
    next: Option<Box<Node>>,
}

/// A buffer is on the stack while its vector is read, and not in the frames of what contains that.
#[test]
fn buffers_are_not_in_the_frames_of_nested_values() {
    let nested = |levels: usize| {
        let mut bytes = Vec::new();
        for level in 1..=levels {
            bytes.extend([0; 16]);
            bytes.push(u8::from(level < levels));
        }
        bytes
    };
    let run = move || {
        let config = legacy();
        let read = |levels| {
            codec_bincode::decode_from_std_read::<Node, _, _>(&mut &nested(levels)[..], config)
                .is_ok()
        };
        // An option and a box are a level each.
        assert!(read(64));
        assert!(!read(70));
    };
    std::thread::Builder::new().stack_size(128 * 1024).spawn(run).unwrap().join().unwrap();
}
