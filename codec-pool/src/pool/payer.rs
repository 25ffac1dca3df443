//! Who is charged for the frames of a reader that are kept.
#![forbid(unsafe_code)]

use core::any::Any;
use core::panic::Location;
use std::sync::Arc;

/// The charge for a frame, released when the last reference to the frame is dropped.
pub(crate) trait Charged: Send + Sync {}

/// Who is charged for the frames of one reader.
pub(crate) trait Payer: Any + Send + Sync {
    /// A frame of that many bytes is kept from now on.
    fn charge(&self, site: &'static Location<'static>, bytes: usize) -> Arc<dyn Charged>;

    /// The reader's chunk has been returned.
    fn settle(&self);
}
