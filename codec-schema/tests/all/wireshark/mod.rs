//! Dissectors run in the real tshark, compared with decoding.

pub(crate) mod capture;
mod expected;
mod formats;
mod protocols;
mod shown;
mod tshark;
