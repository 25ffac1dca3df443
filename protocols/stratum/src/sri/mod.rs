//! Conversions between all messages and the structs of the Stratum reference implementation (SRI),
//! for programs that migrate from one to the other a layer at a time: its channels and handlers use
//! its structs, and a connection of `codec-pool` these.
//!
//! Each message has
//!
//! * `From<Ours> for TheirsOwned` and `From<TheirsOwned> for Ours`, which consume the value;
//! * `From<&Ours> for Theirs<'_>`, which borrows bytes and copies none;
//! * `From<Theirs<'_>> for Ours`.
//!
//! Both sides have the same length limits, so no conversion fails but that of a `SetupConnection` for
//! [another subprotocol](OtherSubprotocol), which is `TryFrom`. In SRI, strings are bytes; types
//! that both have are encoded alike. The versions are those in `Cargo.toml`: SRI's crates change
//! their types between versions, and a matching one is re-exported here.
//!
//! ```
//! use codec_stratum::mining::SetTarget;
//! use codec_stratum::sri::mining_sv2;
//! let ours = SetTarget { channel_id: 7, maximum_target: [9; 32].into() };
//! let theirs = mining_sv2::SetTarget::from(&ours);
//! assert_eq!(theirs.maximum_target.as_bytes(), [9; 32]);
//! assert_eq!(SetTarget::from(theirs), ours);
//! let owned = mining_sv2::SetTargetOwned::from(ours.clone());
//! assert_eq!(SetTarget::from(owned), ours);
//! ```

mod field;
mod setup;

pub use setup::OtherSubprotocol;

use field::Convert;
pub use {
    binary_sv2, common_messages_sv2, extensions_sv2, job_declaration_sv2, mining_sv2,
    template_distribution_sv2,
};

use crate::{common, extensions, job_declaration, mining, template_distribution};

/// The conversions of one message. Where a field of ours has another name there, that name follows
/// `as`.
macro_rules! message {
    (
        $ours:ident, $theirs:ident, $name:ident<'_>, $owned:ident,
        { $($field:ident),* $(; $here:ident as $there:ident)* }
    ) => {
        impl From<$ours::$name> for $theirs::$owned {
            fn from(message: $ours::$name) -> Self {
                Self {
                    $($field: message.$field.convert(),)*
                    $($there: message.$here.convert(),)*
                }
            }
        }

        impl From<$theirs::$owned> for $ours::$name {
            fn from(message: $theirs::$owned) -> Self {
                Self {
                    $($field: message.$field.convert(),)*
                    $($here: message.$there.convert(),)*
                }
            }
        }

        impl<'m> From<&'m $ours::$name> for $theirs::$name<'m> {
            fn from(message: &'m $ours::$name) -> Self {
                Self {
                    $($field: (&message.$field).convert(),)*
                    $($there: (&message.$here).convert(),)*
                }
            }
        }

        impl From<$theirs::$name<'_>> for $ours::$name {
            fn from(message: $theirs::$name<'_>) -> Self {
                Self {
                    $($field: message.$field.convert(),)*
                    $($here: message.$there.convert(),)*
                }
            }
        }
    };
    ($ours:ident, $theirs:ident, $name:ident, { $($field:ident),* }) => {
        impl From<$ours::$name> for $theirs::$name {
            fn from(message: $ours::$name) -> Self {
                Self { $($field: message.$field.convert(),)* }
            }
        }

        impl From<&$ours::$name> for $theirs::$name {
            fn from(message: &$ours::$name) -> Self {
                Self { $($field: (&message.$field).convert(),)* }
            }
        }

        impl From<$theirs::$name> for $ours::$name {
            fn from(message: $theirs::$name) -> Self {
                Self { $($field: message.$field.convert(),)* }
            }
        }
    };
}

/// The messages of a module of ours and of a crate of theirs.
macro_rules! messages {
    (
        $ours:ident, $theirs:ident:
        $($name:ident $(<$any:lifetime> $owned:ident)? { $($fields:tt)* })*
    ) => {
        $(message! { $ours, $theirs, $name $(<$any>, $owned)?, { $($fields)* } })*
    };
}

messages! {
    common, common_messages_sv2:
    SetupConnectionSuccess { used_version, flags }
    SetupConnectionError<'_> SetupConnectionErrorOwned { flags, error_code }
    ChannelEndpointChanged { channel_id }
    Reconnect<'_> ReconnectOwned { new_host, new_port }
}

messages! {
    mining, mining_sv2:
    OpenStandardMiningChannel<'_> OpenStandardMiningChannelOwned {
        request_id, user_identity, nominal_hash_rate, max_target
    }
    OpenStandardMiningChannelSuccess<'_> OpenStandardMiningChannelSuccessOwned {
        request_id, channel_id, target, extranonce_prefix, group_channel_id
    }
    OpenMiningChannelError<'_> OpenMiningChannelErrorOwned { request_id, error_code }
    OpenExtendedMiningChannel<'_> OpenExtendedMiningChannelOwned {
        request_id, user_identity, nominal_hash_rate, max_target, min_extranonce_size
    }
    OpenExtendedMiningChannelSuccess<'_> OpenExtendedMiningChannelSuccessOwned {
        request_id, channel_id, target, extranonce_size, extranonce_prefix,
        group_channel_id
    }
    UpdateChannel<'_> UpdateChannelOwned { channel_id, nominal_hash_rate, maximum_target }
    UpdateChannelError<'_> UpdateChannelErrorOwned { channel_id, error_code }
    CloseChannel<'_> CloseChannelOwned { channel_id, reason_code }
    SetExtranoncePrefix<'_> SetExtranoncePrefixOwned { channel_id, extranonce_prefix }
    SetGroupChannel<'_> SetGroupChannelOwned { group_channel_id, channel_ids }
    NewMiningJob<'_> NewMiningJobOwned { channel_id, job_id, min_ntime, version, merkle_root }
    NewExtendedMiningJob<'_> NewExtendedMiningJobOwned {
        channel_id, job_id, min_ntime, version, version_rolling_allowed, merkle_path,
        coinbase_tx_prefix, coinbase_tx_suffix
    }
    SetNewPrevHash<'_> SetNewPrevHashOwned { channel_id, job_id, prev_hash, min_ntime, nbits }
    SetTarget<'_> SetTargetOwned { channel_id, maximum_target }
    SubmitSharesStandard { channel_id, sequence_number, job_id, nonce, ntime, version }
    SubmitSharesExtended<'_> SubmitSharesExtendedOwned {
        channel_id, sequence_number, job_id, nonce, ntime, version, extranonce
    }
    SubmitSharesSuccess {
        channel_id, last_sequence_number, new_submits_accepted_count, new_shares_sum
    }
    SubmitSharesError<'_> SubmitSharesErrorOwned { channel_id, sequence_number, error_code }
    SetCustomMiningJob<'_> SetCustomMiningJobOwned {
        channel_id, request_id, version, prev_hash, min_ntime, nbits,
        coinbase_tx_version, coinbase_prefix, coinbase_tx_input_n_sequence,
        coinbase_tx_outputs, coinbase_tx_locktime, merkle_path; mining_job_token as
        token
    }
    SetCustomMiningJobSuccess { channel_id, request_id, job_id }
    SetCustomMiningJobError<'_> SetCustomMiningJobErrorOwned { channel_id, request_id, error_code }
}

messages! {
    job_declaration, job_declaration_sv2:
    AllocateMiningJobToken<'_> AllocateMiningJobTokenOwned { user_identifier, request_id }
    AllocateMiningJobTokenSuccess<'_> AllocateMiningJobTokenSuccessOwned {
        request_id, mining_job_token; coinbase_tx_outputs as coinbase_outputs
    }
    ProvideMissingTransactions<'_> ProvideMissingTransactionsOwned {
        request_id, unknown_tx_position_list
    }
    ProvideMissingTransactionsSuccess<'_> ProvideMissingTransactionsSuccessOwned {
        request_id, transaction_list
    }
    DeclareMiningJob<'_> DeclareMiningJobOwned {
        request_id, mining_job_token, version, coinbase_tx_prefix, coinbase_tx_suffix,
        wtxid_list, excess_data
    }
    DeclareMiningJobSuccess<'_> DeclareMiningJobSuccessOwned { request_id, new_mining_job_token }
    DeclareMiningJobError<'_> DeclareMiningJobErrorOwned { request_id, error_code, error_details }
    PushSolution<'_> PushSolutionOwned { extranonce, prev_hash, nonce, ntime, nbits, version }
}

messages! {
    template_distribution, template_distribution_sv2:
    CoinbaseOutputConstraints {
        coinbase_output_max_additional_size, coinbase_output_max_additional_sigops
    }
    NewTemplate<'_> NewTemplateOwned {
        template_id, future_template, version, coinbase_tx_version, coinbase_prefix,
        coinbase_tx_input_sequence, coinbase_tx_value_remaining,
        coinbase_tx_outputs_count, coinbase_tx_outputs, coinbase_tx_locktime,
        merkle_path
    }
    SetNewPrevHash<'_> SetNewPrevHashOwned {
        template_id, prev_hash, header_timestamp, n_bits, target
    }
    RequestTransactionData { template_id }
    RequestTransactionDataSuccess<'_> RequestTransactionDataSuccessOwned {
        template_id, excess_data, transaction_list
    }
    RequestTransactionDataError<'_> RequestTransactionDataErrorOwned { template_id, error_code }
    SubmitSolution<'_> SubmitSolutionOwned {
        template_id, version, header_timestamp, header_nonce, coinbase_tx
    }
}

messages! {
    extensions, extensions_sv2:
    RequestExtensions<'_> RequestExtensionsOwned { request_id, requested_extensions }
    RequestExtensionsSuccess<'_> RequestExtensionsSuccessOwned { request_id, supported_extensions }
    RequestExtensionsError<'_> RequestExtensionsErrorOwned {
        request_id, unsupported_extensions, required_extensions
    }
}
