//! The program, as its user meets it.
#![forbid(unsafe_code)]

mod attackers;
mod capture;
mod decode;
mod encrypted;
mod hostile;
mod inspect;
mod main_job;
mod mining;
mod names;
mod network;
mod process;
mod provide;
mod proxied_groups;
mod proxy;
mod usage;
mod watch;
