//! The scenarios against a server and a client with faults, and the program as a user runs it.
#![forbid(unsafe_code)]

mod broken;
mod client_ends;
mod clients;
mod declarator;
mod declarators;
mod ends;
mod hostile;
mod load;
mod matrix;
mod miner;
mod musts;
mod pairs;
mod program;
mod provider;
mod proxies;
mod proxy_ends;
mod relay;
mod reports;
mod templates;
