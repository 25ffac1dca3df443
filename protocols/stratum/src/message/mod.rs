//! The messages of the protocol as enums, distinguished by the id in the frame's header: all of
//! them, and those of each subprotocol.

mod any;
mod job_declaration;
mod mining;
mod name;
mod setup;
mod template_distribution;

#[cfg(feature = "bytes")]
pub use any::AnyMessageShared;
pub use any::{AnyMessage, AnyMessageRef};
pub use any::{
    HandleAnyMessageFromClient, HandleAnyMessageFromClientAsync, HandleAnyMessageFromServer,
    HandleAnyMessageFromServerAsync,
};
#[cfg(feature = "bytes")]
pub use job_declaration::JobDeclarationMessageShared;
pub use job_declaration::{
    HandleJobDeclarationMessageFromClient, HandleJobDeclarationMessageFromClientAsync,
    HandleJobDeclarationMessageFromServer, HandleJobDeclarationMessageFromServerAsync,
};
pub use job_declaration::{JobDeclarationMessage, JobDeclarationMessageRef};
#[cfg(feature = "bytes")]
pub use mining::MiningMessageShared;
pub use mining::{
    HandleMiningMessageFromClient, HandleMiningMessageFromClientAsync,
    HandleMiningMessageFromServer, HandleMiningMessageFromServerAsync,
};
pub use mining::{MiningMessage, MiningMessageRef};
pub use name::message_name;
#[cfg(feature = "bytes")]
pub use setup::CommonMessageShared;
pub use setup::{CommonMessage, CommonMessageRef};
pub use setup::{
    HandleCommonMessageFromClient, HandleCommonMessageFromClientAsync,
    HandleCommonMessageFromServer, HandleCommonMessageFromServerAsync,
};
#[cfg(feature = "bytes")]
pub use template_distribution::TemplateDistributionMessageShared;
pub use template_distribution::{
    HandleTemplateDistributionMessageFromClient, HandleTemplateDistributionMessageFromClientAsync,
    HandleTemplateDistributionMessageFromServer, HandleTemplateDistributionMessageFromServerAsync,
};
pub use template_distribution::{TemplateDistributionMessage, TemplateDistributionMessageRef};
