//! `sv2 schema`: exports the description of the protocol.

use std::io::{self, Write as _};

use clap::ValueEnum;
use codec_core::schema::{Describe as _, Id};
use codec_schema::ProtocolSchema;
use codec_schema::kaitai::Specification;
use codec_schema::page::Page;
use codec_schema::wireshark::{Dissector, Flag};
use codec_stratum::job_declaration::setup_flags::DECLARE_TX_DATA;
use codec_stratum::{Sv2Protocol, Tlv, message_name};

use crate::failure::Failure;

/// Exports the description of the protocol's types, for other programs and as documentation.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The kind of output.
    #[arg(value_enum)]
    what: What,
    /// TCP ports for which the dissector registers itself.
    #[arg(long)]
    port: Vec<u16>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// A dissector for Wireshark and tshark, in Lua.
    Wireshark,
    /// A specification for Kaitai Struct.
    Kaitai,
    /// A page of documentation in Markdown.
    Markdown,
    /// The same in HTML.
    Html,
}

const PROTOCOL: ProtocolSchema = ProtocolSchema::of::<Sv2Protocol>("Stratum V2");

/// The specification's name of a message.
fn name(id: Id) -> Option<&'static str> {
    match id {
        Id::Number(id) => message_name(u32::try_from(id).ok()?),
        _ => None,
    }
}

/// The flags of `SetupConnection` and its answer, which depend on the subprotocol.
fn flags() -> [Flag; 6] {
    use codec_stratum::mining::{setup_flags as mining, setup_success_flags as granted};
    // The numbers of `Subprotocol` on the wire.
    const MINING: u64 = 0;
    const JOBS: u64 = 1;
    let requested = |name, mask: u32, protocol| Flag {
        message: "SetupConnection",
        field: "flags",
        name,
        mask: mask.into(),
        when: Some(("protocol", protocol)),
    };
    let required = |name, mask: u32| Flag {
        message: "SetupConnectionSuccess",
        field: "flags",
        name,
        mask: mask.into(),
        when: None,
    };
    [
        requested("REQUIRES_STANDARD_JOBS", mining::REQUIRES_STANDARD_JOBS, MINING),
        requested("REQUIRES_WORK_SELECTION", mining::REQUIRES_WORK_SELECTION, MINING),
        requested("REQUIRES_VERSION_ROLLING", mining::REQUIRES_VERSION_ROLLING, MINING),
        requested("DECLARE_TX_DATA", DECLARE_TX_DATA, JOBS),
        required("REQUIRES_FIXED_VERSION", granted::REQUIRES_FIXED_VERSION),
        required("REQUIRES_EXTENDED_CHANNELS", granted::REQUIRES_EXTENDED_CHANNELS),
    ]
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let page = Page::new(&PROTOCOL).trailer(Tlv::SCHEMA).names(name);
    let text = match arguments.what {
        What::Wireshark => Dissector::new(&PROTOCOL)
            .filter("sv2")
            .ports(&arguments.port)
            .trailer(Tlv::SCHEMA)
            .names(name)
            .hex(&session::HEX)
            .flags(&flags())
            .encrypted()
            .write(),
        What::Kaitai => {
            let specification = Specification::new(&PROTOCOL).id("sv2").names(name);
            specification.write().map(|kaitai| kaitai.text)
        }
        What::Markdown => page.markdown(),
        What::Html => page.html(),
    };
    let text = text.map_err(|error| Failure::new("the protocol", error))?;
    io::stdout().lock().write_all(text.as_bytes()).map_err(|error| Failure::output(&error))
}
