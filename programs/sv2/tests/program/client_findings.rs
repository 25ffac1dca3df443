//! Findings in the channels of the Stratum reference implementation that are about clients: a
//! server exhausts their memory. Each test is named after the issue of stratum that describes it,
//! and shows what `sv2 mine` does instead.

use std::net::TcpStream;
use std::process::Stdio;
use std::sync::mpsc;

use codec_core::wire::{B064K, Seq0255, Str0255};
use codec_pool::Connection;
use codec_stratum::MiningProtocol;
use codec_stratum::mining::{NewExtendedMiningJob, SubmitSharesError};

use crate::hostile::{growth, peak_kib};
use crate::process::{Outcome, Running, send};
use crate::proxied_groups::{grant, server};

type Server = Connection<MiningProtocol, TcpStream>;

/// Messages of a flood. The first tenth is what the miner may grow by.
const COUNT: u32 = 10_000;
/// Other growth of the process, in KiB: what its allocator keeps.
const SLACK_KIB: u64 = 2 * 1024;

/// Output of a miner whose server has sent all of these messages. Its memory has not grown
/// after the first tenth.
fn flooded(message: impl Fn(&mut Server, u32) + Send + 'static) -> Outcome {
    let (tell, told) = mpsc::channel();
    let (address, server) = server(move |mut server| {
        grant(&mut server, 1, 2);
        for number in 0..COUNT {
            message(&mut server, number);
            server.flush().expect("it is taken");
            if [COUNT / 10, COUNT - 1].contains(&number) {
                tell.send(()).expect("the test waits");
            }
        }
        while server.next_owned().is_ok_and(|message| message.is_some()) {}
    });
    let mine = ["mine", "--plaintext", &address, "--channels", "extended"];
    let miner = Running::start(&mine, Stdio::null());
    let [before, after] = [(); 2].map(|()| {
        told.recv().expect("the server goes on");
        peak_kib(miner.id())
    });
    if let Some(growth) = before.zip(after).map(growth) {
        assert!(growth <= SLACK_KIB, "it grew by {growth} KiB");
    }
    send("-TERM", &miner);
    let miner = miner.finish();
    server.join().expect("it is content");
    miner
}

#[test]
fn stratum_2262_the_codes_of_refusals_are_not_all_remembered() {
    let miner = flooded(|server, number| {
        let code = format!("{number:0>255}");
        let error_code = Str0255::try_from(code.as_str()).expect("it fits");
        let error = SubmitSharesError { channel_id: 1, sequence_number: number, error_code };
        server.queue(&error).expect("it is taken");
    });
    // The server ended before the miner, or after it.
    assert!(!miner.stderr.contains("panicked"), "{miner:?}");
    let refused: Vec<_> =
        miner.stdout.lines().filter(|line| line.starts_with("  refused ")).collect();
    assert_eq!(refused.len(), 17, "{miner:?}");
    assert!(refused.iter().any(|line| line.ends_with(": others")), "{miner:?}");
}

#[test]
fn stratum_2266_jobs_for_future_blocks_are_not_all_remembered() {
    let miner = flooded(|server, job_id| {
        let coinbase = || B064K::try_from(vec![7; 10_000]).expect("it fits");
        let job = NewExtendedMiningJob {
            channel_id: 1,
            job_id,
            min_ntime: None,
            version: 0x2000_0000,
            version_rolling_allowed: true,
            merkle_path: Seq0255::default(),
            coinbase_tx_prefix: coinbase(),
            coinbase_tx_suffix: coinbase(),
        };
        server.queue(&job).expect("it is taken");
    });
    assert_eq!(miner.status.code(), Some(0), "{miner:?}");
    assert!(miner.stdout.contains("0 submitted, 0 accepted, 0 refused"), "{miner:?}");
}
