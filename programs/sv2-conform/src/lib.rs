//! Scenarios that show whether a program speaks Stratum V2 as its specification says, the runner that puts
//! a program to them, and reports of what was sent and received.
//!
//! [`SCENARIOS`] is the list for servers, [`run`] plays one against a [`Target`]; [`CLIENT_SCENARIOS`] is that for
//! clients, [`run_client`] plays one against the client that comes through a [`Door`]; [`PROXY_SCENARIOS`] is that for
//! proxies, [`run_proxy`] plays one against a proxy between both; and [`report`] writes the
//! [`Result`]s. The README has the design.
#![forbid(unsafe_code)]

mod channel;
mod client;
mod declarator;
mod grind;
pub mod hostile;
mod link;
pub mod load;
mod log;
mod peer;
mod process;
mod proxy;
pub mod report;
mod run;
mod scenario;
mod template;
mod tour;
mod verdict;

pub use client::{CLIENT_SCENARIOS, Door, run_client};
pub use declarator::{Beside, DECLARATORS};
pub use link::Target;
pub use log::{Entry, Log};
pub use proxy::{PROXY_SCENARIOS, run_proxy};
pub use run::{Limits, Result, run, run_declarator, run_hostile};
pub use scenario::{Level, SCENARIOS, Scenario};
pub use template::TEMPLATES;
pub use verdict::Verdict;
