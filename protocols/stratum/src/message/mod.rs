//! The messages of the protocol as enums, distinguished by the id in the frame's header: all of
//! them, and those of each subprotocol.

mod any;
mod job_declaration;
mod mining;
mod name;
mod setup;
mod template_distribution;

pub use any::{AnyMessage, AnyMessageRef};
pub use any::{
    HandleAnyMessageFromClient, HandleAnyMessageFromClientAsync, HandleAnyMessageFromServer,
    HandleAnyMessageFromServerAsync,
};
pub use job_declaration::{
    HandleJobDeclarationMessageFromClient, HandleJobDeclarationMessageFromClientAsync,
    HandleJobDeclarationMessageFromServer, HandleJobDeclarationMessageFromServerAsync,
};
pub use job_declaration::{JobDeclarationMessage, JobDeclarationMessageRef};
pub use mining::{
    HandleMiningMessageFromClient, HandleMiningMessageFromClientAsync,
    HandleMiningMessageFromServer, HandleMiningMessageFromServerAsync,
};
pub use mining::{MiningMessage, MiningMessageRef};
pub use name::message_name;
pub use setup::{CommonMessage, CommonMessageRef};
pub use setup::{
    HandleCommonMessageFromClient, HandleCommonMessageFromClientAsync,
    HandleCommonMessageFromServer, HandleCommonMessageFromServerAsync,
};
pub use template_distribution::{
    HandleTemplateDistributionMessageFromClient, HandleTemplateDistributionMessageFromClientAsync,
    HandleTemplateDistributionMessageFromServer, HandleTemplateDistributionMessageFromServerAsync,
};
pub use template_distribution::{TemplateDistributionMessage, TemplateDistributionMessageRef};
codec_core::shared! {
    pub use any::AnyMessageShared;
    pub use job_declaration::JobDeclarationMessageShared;
    pub use mining::MiningMessageShared;
    pub use setup::CommonMessageShared;
    pub use template_distribution::TemplateDistributionMessageShared;
}
