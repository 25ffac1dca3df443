//! The program, as a user runs it.
#![forbid(unsafe_code)]

#[cfg(unix)]
mod abuse;
mod admission;
mod attackers;
#[cfg(all(unix, feature = "nats"))]
mod broker;
mod capture;
#[cfg(unix)]
mod client_findings;
mod closed;
mod conform;
mod conform_proxy;
#[cfg(unix)]
mod connect_ends;
mod decode;
mod encrypted;
mod every_message;
mod findings;
mod hostile;
mod inspect;
mod labels;
mod metrics;
mod mining;
mod names;
mod network;
mod options;
mod process;
mod provide;
mod proxied_groups;
mod proxied_standard;
mod proxy;
mod reconnect;
mod sealed;
#[cfg(target_os = "linux")]
mod swarm;
mod terms;
mod unknown;
#[cfg(unix)]
mod unread;
mod unwanted;
mod upstream;
mod usage;
#[cfg(all(target_os = "linux", feature = "view"))]
mod view;
mod watch;
