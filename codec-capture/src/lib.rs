//! Captures of network traffic: the frames in their TCP streams, with time and addresses.
//!
//! A file is pcap or pcapng, also compressed with gzip. Each direction of a connection is read from its start. Gaps in the
//! capture are reported; a frame with a gap is skipped, and reading continues at the next frame,
//! whose position follows from the header. If a header is lost, the positions of later frames are
//! unknown, and the rest of that direction is skipped: no bytes are shown as fields that they may
//! not be.
//!
//! Memory per direction is bounded: 4 MiB of out-of-order segments, and one frame.
//!
//! [`show`] has them for people and programs: on a line, as JSON, in hex.
//!
//! | feature | what it adds |
//! |---|---|
//! | `pcap` (default) | captures, those compressed with gzip too; without it, the crate is [`show`] alone |
//! | `json` (default) | frames as JSON, of `serde_json` |
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "pcap")]
mod capture;
pub mod show;

#[cfg(feature = "pcap")]
pub use capture::{
    Cut, Emit, Ends, Event, Found, Frames, Head, Skipped, Time, decompress, is_capture, read,
    read_with,
};
