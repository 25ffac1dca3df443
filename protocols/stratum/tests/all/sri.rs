//! Conversions to the structs of the reference implementation and back, compared by their
//! encodings.

use binary_sv2::{from_bytes, to_bytes};
use codec_core::{Format as _, Message as _, Sv2};
use codec_stratum::sri::{
    common_messages_sv2, extensions_sv2, job_declaration_sv2, mining_sv2, template_distribution_sv2,
};
use codec_stratum::{common, extensions, job_declaration, mining, template_distribution};

use crate::dice::Dice;
use crate::schema::schemas;

/// Payloads of each message.
const CASES: u32 = 100;

/// Our struct as one of theirs, of this type.
fn like<T: From<U>, U>(_: &T, ours: U) -> T {
    T::from(ours)
}

/// The encodings of both, after each conversion.
macro_rules! agrees {
    ($payload:ident: $ours:ty, $theirs:ident :: $name:ident<'_>) => {{
        let mut bytes = $payload.to_vec();
        let lent = from_bytes::<$theirs::$name<'_>>(&mut bytes).expect("they decode it");
        let mut bytes = $payload.to_vec();
        let owned = from_bytes::<$theirs::$name<'_>>(&mut bytes).expect("they decode it");
        let owned = owned.into_owned();
        agrees!(@all $payload, $ours, lent, $theirs::$name<'_>, owned);
        assert_eq!(Sv2::to_vec(&<$ours>::from(owned)).unwrap(), $payload, "from an owned one");
    }};
    ($payload:ident: $ours:ty, $theirs:ident :: $name:ident) => {{
        let mut bytes = $payload.to_vec();
        let lent = from_bytes::<$theirs::$name>(&mut bytes).expect("they decode it");
        let mut bytes = $payload.to_vec();
        let owned = from_bytes::<$theirs::$name>(&mut bytes).expect("they decode it");
        agrees!(@all $payload, $ours, lent, $theirs::$name, owned);
    }};
    (@all $payload:ident, $ours:ty, $lent:ident, $lent_type:ty, $owned:ident) => {{
        let ours = Sv2::from_slice::<$ours>($payload).expect("we decode it");
        // Compared as bytes, since a NaN is not equal to itself.
        assert_eq!(Sv2::to_vec(&<$ours>::from($lent)).unwrap(), $payload);
        assert_eq!(to_bytes(<$lent_type>::from(&ours)).unwrap(), $payload);
        assert_eq!(to_bytes(like(&$owned, ours)).unwrap(), $payload);
    }};
}

macro_rules! check {
    ($id:ident, $payload:ident; $($ours:ident, $theirs:ident: $($name:ident $(<$any:lifetime>)?),*;)*) => {
        match $id {
            $($($ours::$name::ID => agrees!($payload: $ours::$name, $theirs::$name $(<$any>)?),)*)*
            _ => panic!("0x{:x} has no counterpart", $id),
        }
    };
}

fn check(id: u32, payload: &[u8]) {
    check! { id, payload;
        common, common_messages_sv2:
            SetupConnectionSuccess, SetupConnectionError<'_>,
            ChannelEndpointChanged, Reconnect<'_>;
        mining, mining_sv2:
            OpenStandardMiningChannel<'_>, OpenStandardMiningChannelSuccess<'_>,
            OpenMiningChannelError<'_>, OpenExtendedMiningChannel<'_>,
            OpenExtendedMiningChannelSuccess<'_>, NewMiningJob<'_>, UpdateChannel<'_>,
            UpdateChannelError<'_>, CloseChannel<'_>, SetExtranoncePrefix<'_>,
            SubmitSharesStandard, SubmitSharesExtended<'_>, SubmitSharesSuccess,
            SubmitSharesError<'_>, NewExtendedMiningJob<'_>, SetNewPrevHash<'_>, SetTarget<'_>,
            SetCustomMiningJob<'_>, SetCustomMiningJobSuccess, SetCustomMiningJobError<'_>,
            SetGroupChannel<'_>;
        job_declaration, job_declaration_sv2:
            AllocateMiningJobToken<'_>, AllocateMiningJobTokenSuccess<'_>,
            ProvideMissingTransactions<'_>, ProvideMissingTransactionsSuccess<'_>,
            DeclareMiningJob<'_>, DeclareMiningJobSuccess<'_>, DeclareMiningJobError<'_>,
            PushSolution<'_>;
        template_distribution, template_distribution_sv2:
            CoinbaseOutputConstraints, NewTemplate<'_>, SetNewPrevHash<'_>,
            RequestTransactionData, RequestTransactionDataSuccess<'_>,
            RequestTransactionDataError<'_>, SubmitSolution<'_>;
        extensions, extensions_sv2:
            RequestExtensions<'_>, RequestExtensionsSuccess<'_>, RequestExtensionsError<'_>;
    }
}

fn check_setup(payload: &[u8]) {
    use common_messages_sv2::{SetupConnection, SetupConnectionOwned};
    let decoded =
        |bytes: &mut Vec<u8>| from_bytes::<SetupConnection<'_>>(bytes).unwrap().into_owned();
    let owned = decoded(&mut payload.to_vec());
    let mut bytes = payload.to_vec();
    let lent = from_bytes::<SetupConnection<'_>>(&mut bytes).expect("they decode it");
    let ours = Sv2::from_slice::<common::SetupConnection>(payload).expect("we decode it");
    assert_eq!(common::SetupConnection::from(lent), ours);
    assert_eq!(common::SetupConnection::from(owned), ours);
    assert_eq!(to_bytes(SetupConnection::try_from(&ours).unwrap()).unwrap(), payload);
    assert_eq!(to_bytes(SetupConnectionOwned::try_from(ours).unwrap()).unwrap(), payload);
}

#[test]
fn all_44_messages_are_converted_both_ways_without_a_byte_changed() {
    let mut dice = Dice::new(44);
    let mut count = 0;
    for schema in schemas() {
        count += 1;
        for _ in 0..codec_testing::cases(CASES) {
            // The generated payloads are canonical: a bool is 0 or 1.
            let mut payload = schema.random(&mut dice).concat();
            if schema.id == common::SetupConnection::ID {
                // They have three subprotocols.
                payload[0] %= 3;
                check_setup(&payload);
            } else {
                check(schema.id, &payload);
            }
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

/// A patch release of the reference implementation's crates, which programs use together with the feature,
/// resolves.
#[test]
fn versions_of_the_crates_are_ranges() {
    let manifest = include_str!("../../Cargo.toml");
    let crates = manifest.lines().filter(|line| line.contains("_sv2 = {"));
    assert_eq!(crates.clone().filter(|line| line.contains("optional = true")).count(), 6);
    assert!(crates.into_iter().all(|line| !line.contains("version = \"=")));
}
