//! Dissectors run in the real tshark, compared with decoding.

mod capture;
mod expected;
mod formats;
mod protocols;
mod shown;
mod tshark;
