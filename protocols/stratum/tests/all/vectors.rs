//! The frames of `frames.txt`: two of each message, encoded from the specification without any
//! implementation.

use codec_core::Header as _;
use codec_stratum::FrameHeader;

const FRAMES: &str = include_str!("../data/frames.txt");

/// A frame and its position.
pub(crate) struct Vector {
    /// Name and variant.
    pub(crate) label: String,
    pub(crate) id: u32,
    /// Header and payload.
    pub(crate) frame: Vec<u8>,
}

impl Vector {
    pub(crate) fn payload(&self) -> &[u8] {
        &self.frame[FrameHeader::SIZE..]
    }
}

pub(crate) fn vectors() -> Vec<Vector> {
    let vectors: Vec<Vector> =
        FRAMES.lines().filter(|line| !line.starts_with('#')).map(vector).collect();
    assert_eq!(vectors.len(), 88);
    vectors
}

fn vector(line: &str) -> Vector {
    let [name, _, _, _, variant, hex] =
        line.split('|').collect::<Vec<_>>().try_into().expect("six columns");
    let frame: Vec<u8> = (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex"))
        .collect();
    let header = FrameHeader::parse(&frame[..FrameHeader::SIZE]).expect("six bytes");
    Vector { label: format!("{name} ({variant})"), id: header.id(), frame }
}
