//! Tests of descriptions and of what is made from them. Only `proof` takes long.
#![forbid(unsafe_code)]

mod copies;
mod export;
mod golden;
mod hello;
mod indexed;
mod kaitai;
mod locks;
mod measure;
mod new;
mod page;
mod proof;
mod protocols;
mod read;
mod samples;
mod show;
mod values;
mod vectors;
mod wireshark;
