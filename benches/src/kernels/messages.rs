//! Messages of Stratum V2 alone, in every form.
#![forbid(unsafe_code)]

use codec_core::Sv2;
use codec_core::wire::{B032, B064K, Seq0255, Str0255, U256};
use codec_stratum::Subprotocol;
use codec_stratum::common::{SetupConnection, SetupConnectionRef, SetupConnectionShared};
use codec_stratum::mining::{
    NewExtendedMiningJob, NewExtendedMiningJobRef, NewExtendedMiningJobShared,
    SubmitSharesExtended, SubmitSharesExtendedRef, SubmitSharesExtendedShared,
    SubmitSharesStandard,
};

use super::{Kernel, again, borrowed, encode, owned, shared, sv2};

type Setup = SetupConnection;
type Share = SubmitSharesExtended;
type Job = NewExtendedMiningJob;

pub(super) const KERNELS: &[Kernel] = &[
    ("setup_connection/encode", |times| encode::<Sv2>(times, &setup())),
    ("setup_connection/owned", |times| owned::<Sv2, Setup>(times, &setup())),
    ("setup_connection/decode_into", |times| again::<Sv2, Setup>(times, setup())),
    ("setup_connection/borrowed", |times| {
        borrowed::<Sv2, SetupConnectionRef<'_>>(times, &sv2(&setup()));
    }),
    ("setup_connection/shared", |times| {
        shared::<Sv2, SetupConnectionShared>(times, &setup());
    }),
    ("submit_shares_standard/encode", |times| encode::<Sv2>(times, &standard())),
    ("submit_shares_standard/owned", |times| {
        owned::<Sv2, SubmitSharesStandard>(times, &standard());
    }),
    ("submit_shares_extended/encode", |times| encode::<Sv2>(times, &share())),
    ("submit_shares_extended/owned", |times| owned::<Sv2, Share>(times, &share())),
    ("submit_shares_extended/borrowed", |times| {
        borrowed::<Sv2, SubmitSharesExtendedRef<'_>>(times, &sv2(&share()));
    }),
    ("submit_shares_extended/shared", |times| {
        shared::<Sv2, SubmitSharesExtendedShared>(times, &share());
    }),
    ("new_extended_mining_job/encode", |times| encode::<Sv2>(times, &job())),
    ("new_extended_mining_job/owned", |times| owned::<Sv2, Job>(times, &job())),
    ("new_extended_mining_job/decode_into", |times| again::<Sv2, Job>(times, job())),
    ("new_extended_mining_job/borrowed", |times| {
        borrowed::<Sv2, NewExtendedMiningJobRef<'_>>(times, &sv2(&job()));
    }),
    ("new_extended_mining_job/shared", |times| {
        shared::<Sv2, NewExtendedMiningJobShared>(times, &job());
    }),
];

fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).expect("a short text")
}

fn setup() -> SetupConnection {
    SetupConnection {
        protocol: Subprotocol::Mining,
        min_version: 2,
        max_version: 2,
        flags: 0b101,
        endpoint_host: text("pool.example.com"),
        endpoint_port: 34254,
        vendor: text("Example Miners"),
        hardware_version: text("S9i 13.5"),
        firmware: text("example-os-2026-04-05-16-abcd1234"),
        device_id: text("some-device-uuid"),
    }
}

const fn standard() -> SubmitSharesStandard {
    SubmitSharesStandard {
        channel_id: 1,
        sequence_number: 2,
        job_id: 3,
        nonce: 4,
        ntime: 5,
        version: 6,
    }
}

pub(super) fn share() -> SubmitSharesExtended {
    SubmitSharesExtended {
        channel_id: 1,
        sequence_number: 2,
        job_id: 3,
        nonce: 4,
        ntime: 5,
        version: 6,
        extranonce: B032::try_from(&[7; 8]).expect("8 bytes are few"),
    }
}

fn job() -> NewExtendedMiningJob {
    NewExtendedMiningJob {
        channel_id: 1,
        job_id: 2,
        min_ntime: Some(3),
        version: 0x2000_0000,
        version_rolling_allowed: true,
        merkle_path: Seq0255::try_from(vec![U256([5; 32]); 12]).expect("a short path"),
        coinbase_tx_prefix: B064K::try_from(&[6; 60]).expect("60 bytes are few"),
        coinbase_tx_suffix: B064K::try_from(&[7; 100]).expect("100 bytes are few"),
    }
}
