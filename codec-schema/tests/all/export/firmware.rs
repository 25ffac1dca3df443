//! The size of a miner's messages in C, on a Cortex-M4.

use std::process::Command;

use codec_core::{ById, Decode, Encode, Sv2};
use codec_schema::{Encoding, Model};
use codec_stratum::{common, mining};

use super::run;

/// The messages that a miner with one channel sends and receives.
#[derive(Encode, Decode)]
#[codec(messages, borrow, schema)]
enum Miner {
    SetupConnection(common::SetupConnection),
    SetupConnectionSuccess(common::SetupConnectionSuccess),
    SetupConnectionError(common::SetupConnectionError),
    OpenStandardMiningChannel(mining::OpenStandardMiningChannel),
    OpenStandardMiningChannelSuccess(mining::OpenStandardMiningChannelSuccess),
    OpenMiningChannelError(mining::OpenMiningChannelError),
    NewMiningJob(mining::NewMiningJob),
    SetNewPrevHash(mining::SetNewPrevHash),
    SetTarget(mining::SetTarget),
    SubmitSharesStandard(mining::SubmitSharesStandard),
    SubmitSharesSuccess(mining::SubmitSharesSuccess),
    SubmitSharesError(mining::SubmitSharesError),
}

/// Its frames.
#[derive(Debug)]
struct Protocol;

impl codec_core::Protocol for Protocol {
    type Header = codec_stratum::FrameHeader;
    type Format = Sv2;
    type Dispatch = ById;
    type Message = Miner;
    type MessageRef<'de> = MinerRef<'de>;
}

/// The most bytes of code and constants.
const MOST: u64 = 8 * 1024;

#[test]
#[ignore = "needs a C compiler for ARM: tools/check/export.sh"]
fn a_miners_twelve_messages_have_room_in_eight_kibibytes() {
    let folder = run::folder("c", "firmware");
    let file = run::header(&Model::of_protocol::<Protocol>().unwrap(), &Encoding::SV2);
    std::fs::write(folder.join("codec.h"), file).unwrap();
    let source = "#define CODEC_IMPLEMENTATION\n#include \"codec.h\"\n";
    std::fs::write(folder.join("codec.c"), source).unwrap();
    // A compiler for firmware may come without a library.
    let library = "#include <stddef.h>\n\
        void *memcpy(void *to, const void *from, size_t len);\n\
        void *memset(void *to, int byte, size_t len);\n";
    std::fs::create_dir_all(folder.join("library")).unwrap();
    std::fs::write(folder.join("library/string.h"), library).unwrap();
    let object = folder.join("codec.o");
    let mut command = Command::new("arm-none-eabi-gcc");
    command.args(["-mcpu=cortex-m4", "-mthumb", "-Os", "-std=c99", "-Wall", "-Wextra"]);
    command.arg("-ffreestanding").arg("-I").arg(folder.join("library"));
    command.args(["-Wpedantic", "-Werror", "-c", "-o"]).arg(&object).arg(folder.join("codec.c"));
    run::output(&mut command);
    let sizes = run::output(Command::new("arm-none-eabi-size").arg(&object));
    let sizes: Vec<u64> = sizes
        .lines()
        .nth(1)
        .into_iter()
        .flat_map(|line| line.split_whitespace().take(3).map(|size| size.parse().unwrap()))
        .collect();
    let [code, data, zeros] = *sizes else { panic!("three sizes, {sizes:?}") };
    println!("ran a miner's messages: {code} bytes of {MOST}, {data} of data, {zeros} of zeros");
    assert!((1..=MOST).contains(&code), "{code} bytes, more than {MOST}");
    assert_eq!((data, zeros), (0, 0), "it needs no memory of its own");
}
