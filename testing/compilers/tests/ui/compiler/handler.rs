use codec_core::message::UnexpectedMessage;
use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(id = 1, borrow)]
struct Ping {
    nonce: u32,
}

#[derive(Encode, Decode)]
#[codec(messages, borrow, handler)]
enum Message {
    #[codec(from = client)]
    Ping(Ping),
}

struct Server;

impl HandleMessageFromClient<'_> for Server {
    type Output = ();
    type Error = UnexpectedMessage<u32>;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<(), Self::Error> {
        Err(message)
    }

    // A slip in the name.
    fn handle_pong(&mut self, _: PingRef<'_>) -> Result<(), Self::Error> {
        Ok(())
    }
}

struct Undecided;

// There is no answer for unexpected messages.
impl HandleMessageFromClient<'_> for Undecided {
    type Output = ();
    type Error = ();
}

fn main() {
    let mut server = Server;
    let message = Message::Ping(Ping { nonce: 1 });
    // The other side's.
    let _ = message.handle_from_server(&mut server);
}
