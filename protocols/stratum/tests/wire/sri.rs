//! Conversions to the structs of the reference implementation and back, compared by their
//! encodings.

use binary_sv2::{from_bytes, to_bytes};
use codec_core::{Format as _, Sv2};
use codec_stratum::sri::{
    common_messages_sv2, extensions_sv2, job_declaration_sv2, mining_sv2, template_distribution_sv2,
};
use codec_stratum::{common, extensions, job_declaration, mining, template_distribution};

use crate::dice::Dice;
use crate::schema::schemas;

/// Payloads of each message.
const CASES: usize = 100;

/// The encodings of both, after each conversion.
macro_rules! agrees {
    ($payload:ident: $ours:ty, $theirs:ident :: $name:ident<'_>, $owned:ident) => {{
        let mut bytes = $payload.to_vec();
        let decoded = from_bytes::<$theirs::$name<'_>>(&mut bytes).expect("they decode it");
        agrees!(@all $payload, $ours, decoded, $theirs::$name<'_>, $theirs::$owned);
        let mut bytes = $payload.to_vec();
        let owned = from_bytes::<$theirs::$name<'_>>(&mut bytes).expect("they decode it");
        let ours = <$ours>::from(owned.into_owned());
        assert_eq!(Sv2::to_vec(&ours).unwrap(), $payload, "from {}", stringify!($owned));
    }};
    ($payload:ident: $ours:ty, $theirs:ident :: $name:ident) => {{
        let mut bytes = $payload.to_vec();
        let decoded = from_bytes::<$theirs::$name>(&mut bytes).expect("they decode it");
        agrees!(@all $payload, $ours, decoded, $theirs::$name, $theirs::$name);
    }};
    (@all $payload:ident, $ours:ty, $decoded:ident, $lent:ty, $owned:ty) => {{
        let ours = Sv2::from_slice::<$ours>($payload).expect("we decode it");
        // Compared as bytes, since a NaN is not equal to itself.
        assert_eq!(Sv2::to_vec(&<$ours>::from($decoded)).unwrap(), $payload);
        assert_eq!(to_bytes(<$lent>::from(&ours)).unwrap(), $payload);
        assert_eq!(to_bytes(<$owned>::from(ours)).unwrap(), $payload);
    }};
}

macro_rules! check {
    ($id:ident, $payload:ident; $($number:literal => $ours:ident, $theirs:ident, $name:ident $(<$any:lifetime> $owned:ident)?;)*) => {
        match $id {
            $($number => agrees!($payload: $ours::$name, $theirs::$name $(<$any>, $owned)?),)*
            _ => panic!("0x{:x} has no counterpart", $id),
        }
    };
}

fn check(id: u32, payload: &[u8]) {
    check! { id, payload;
        0x00 => common, common_messages_sv2, SetupConnection<'_> SetupConnectionOwned;
        0x01 => common, common_messages_sv2, SetupConnectionSuccess;
        0x02 => common, common_messages_sv2, SetupConnectionError<'_> SetupConnectionErrorOwned;
        0x03 => common, common_messages_sv2, ChannelEndpointChanged;
        0x04 => common, common_messages_sv2, Reconnect<'_> ReconnectOwned;
        0x10 => mining, mining_sv2, OpenStandardMiningChannel<'_> OpenStandardMiningChannelOwned;
        0x11 => mining, mining_sv2, OpenStandardMiningChannelSuccess<'_> OpenStandardMiningChannelSuccessOwned;
        0x12 => mining, mining_sv2, OpenMiningChannelError<'_> OpenMiningChannelErrorOwned;
        0x13 => mining, mining_sv2, OpenExtendedMiningChannel<'_> OpenExtendedMiningChannelOwned;
        0x14 => mining, mining_sv2, OpenExtendedMiningChannelSuccess<'_> OpenExtendedMiningChannelSuccessOwned;
        0x15 => mining, mining_sv2, NewMiningJob<'_> NewMiningJobOwned;
        0x16 => mining, mining_sv2, UpdateChannel<'_> UpdateChannelOwned;
        0x17 => mining, mining_sv2, UpdateChannelError<'_> UpdateChannelErrorOwned;
        0x18 => mining, mining_sv2, CloseChannel<'_> CloseChannelOwned;
        0x19 => mining, mining_sv2, SetExtranoncePrefix<'_> SetExtranoncePrefixOwned;
        0x1a => mining, mining_sv2, SubmitSharesStandard;
        0x1b => mining, mining_sv2, SubmitSharesExtended<'_> SubmitSharesExtendedOwned;
        0x1c => mining, mining_sv2, SubmitSharesSuccess;
        0x1d => mining, mining_sv2, SubmitSharesError<'_> SubmitSharesErrorOwned;
        0x1f => mining, mining_sv2, NewExtendedMiningJob<'_> NewExtendedMiningJobOwned;
        0x20 => mining, mining_sv2, SetNewPrevHash<'_> SetNewPrevHashOwned;
        0x21 => mining, mining_sv2, SetTarget<'_> SetTargetOwned;
        0x22 => mining, mining_sv2, SetCustomMiningJob<'_> SetCustomMiningJobOwned;
        0x23 => mining, mining_sv2, SetCustomMiningJobSuccess;
        0x24 => mining, mining_sv2, SetCustomMiningJobError<'_> SetCustomMiningJobErrorOwned;
        0x25 => mining, mining_sv2, SetGroupChannel<'_> SetGroupChannelOwned;
        0x50 => job_declaration, job_declaration_sv2, AllocateMiningJobToken<'_> AllocateMiningJobTokenOwned;
        0x51 => job_declaration, job_declaration_sv2, AllocateMiningJobTokenSuccess<'_> AllocateMiningJobTokenSuccessOwned;
        0x55 => job_declaration, job_declaration_sv2, ProvideMissingTransactions<'_> ProvideMissingTransactionsOwned;
        0x56 => job_declaration, job_declaration_sv2, ProvideMissingTransactionsSuccess<'_> ProvideMissingTransactionsSuccessOwned;
        0x57 => job_declaration, job_declaration_sv2, DeclareMiningJob<'_> DeclareMiningJobOwned;
        0x58 => job_declaration, job_declaration_sv2, DeclareMiningJobSuccess<'_> DeclareMiningJobSuccessOwned;
        0x59 => job_declaration, job_declaration_sv2, DeclareMiningJobError<'_> DeclareMiningJobErrorOwned;
        0x60 => job_declaration, job_declaration_sv2, PushSolution<'_> PushSolutionOwned;
        0x70 => template_distribution, template_distribution_sv2, CoinbaseOutputConstraints;
        0x71 => template_distribution, template_distribution_sv2, NewTemplate<'_> NewTemplateOwned;
        0x72 => template_distribution, template_distribution_sv2, SetNewPrevHash<'_> SetNewPrevHashOwned;
        0x73 => template_distribution, template_distribution_sv2, RequestTransactionData;
        0x74 => template_distribution, template_distribution_sv2, RequestTransactionDataSuccess<'_> RequestTransactionDataSuccessOwned;
        0x75 => template_distribution, template_distribution_sv2, RequestTransactionDataError<'_> RequestTransactionDataErrorOwned;
        0x76 => template_distribution, template_distribution_sv2, SubmitSolution<'_> SubmitSolutionOwned;
        0x100 => extensions, extensions_sv2, RequestExtensions<'_> RequestExtensionsOwned;
        0x101 => extensions, extensions_sv2, RequestExtensionsSuccess<'_> RequestExtensionsSuccessOwned;
        0x102 => extensions, extensions_sv2, RequestExtensionsError<'_> RequestExtensionsErrorOwned;
    }
}

#[test]
fn all_44_messages_are_converted_both_ways_without_a_byte_changed() {
    let mut dice = Dice::new(44);
    let mut count = 0;
    for schema in schemas() {
        count += 1;
        for _ in 0..CASES {
            // The generated payloads are canonical: a bool is 0 or 1.
            check(schema.id, &schema.random(&mut dice).concat());
        }
    }
    assert_eq!(count, 44);
}

/// The longest sequence of transactions, and the longest byte strings.
#[test]
fn what_is_as_long_as_it_may_be_is_converted() {
    let many = codec_core::wire::PackedSeq064K::new(
        (0..0xffff_u32)
            .map(|n| codec_core::wire::B016M::try_from(&n.to_le_bytes()).unwrap())
            .collect(),
    );
    let ours = job_declaration::ProvideMissingTransactionsSuccess {
        request_id: 1,
        transaction_list: many.unwrap(),
    };
    let payload = Sv2::to_vec(&ours).unwrap();
    check(0x56, &payload);
    let ours = template_distribution::SubmitSolution {
        template_id: 1,
        version: 2,
        header_timestamp: 3,
        header_nonce: 4,
        coinbase_tx: vec![7; 0xffff].try_into().unwrap(),
    };
    check(0x76, &Sv2::to_vec(&ours).unwrap());
}
