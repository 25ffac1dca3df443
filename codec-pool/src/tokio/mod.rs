//! Readers and writers for tokio: all cancellation-safe, because received bytes are stored, and
//! sent bytes are dropped from the queue, in the same poll.
#![forbid(unsafe_code)]

mod codec;
mod codec_layers;
mod connection;
mod front;
mod halves;
mod message_codec;
mod read;
mod sink;
mod stream;
mod transfer;
mod write;

pub use codec::FrameCodec;
pub use connection::{AsyncConnection, AsyncHalves};
pub use halves::{AsyncReceiver, AsyncSender};
pub use message_codec::MessageCodec;
pub use sink::MessageSink;
pub use stream::{FrameStream, MessageStream};
