//! `sv2 schema`: exports the description of the protocol.

use std::io::{self, Write as _};

use clap::ValueEnum;
use codec_core::schema::Describe as _;
use codec_schema::ProtocolSchema;
use codec_schema::kaitai::Specification;
use codec_schema::page::Page;
use codec_schema::wireshark::Dissector;
use codec_stratum::{Sv2Protocol, Tlv};

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

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let page = Page::new(&PROTOCOL).trailer(Tlv::SCHEMA);
    let text = match arguments.what {
        What::Wireshark => Dissector::new(&PROTOCOL)
            .filter("sv2")
            .ports(&arguments.port)
            .trailer(Tlv::SCHEMA)
            .write(),
        What::Kaitai => Specification::new(&PROTOCOL).id("sv2").write().map(|kaitai| kaitai.text),
        What::Markdown => page.markdown(),
        What::Html => page.html(),
    };
    let text = text.map_err(|error| Failure::new("the protocol", error))?;
    io::stdout().lock().write_all(text.as_bytes()).map_err(|error| Failure::output(&error))
}
