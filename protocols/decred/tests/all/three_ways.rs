//! A payload decoded owned, borrowed and shared, and encoded again.

use codec_decred::{AnyMessage, AnyMessageRef, AnyMessageShared};

codec_testing::three_ways!(AnyMessage, AnyMessageRef<'_>, AnyMessageShared);
