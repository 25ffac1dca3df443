//! Handlers of messages: the method for the message is called, on the right side.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use codec_core::message::UnexpectedMessage;
use codec_core::{Decode, Encode, MessagesRef, Reader, Sv2};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 1, borrow)]
struct Login {
    #[codec(len = u8)]
    name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 2, plain)]
struct LoginSuccess(u32);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(id = 3, borrow)]
struct Close(u8);

/// All messages, some with docs.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, handler(async))]
enum Sided {
    #[codec(from = client)]
    Login(Login),
    /// The answer.
    #[codec(from = server)]
    LoginSuccess(LoginSuccess),
    /// Either side may close.
    Close(Close),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(messages, handler)]
enum Owned {
    Login(Login),
    Close(Close),
    #[codec(other)]
    Unknown(u32, Vec<u8>),
}

/// A server that records messages; it refuses to be closed.
#[derive(Default)]
struct Server {
    names: Vec<String>,
}

#[derive(Debug, PartialEq)]
struct Refused(&'static str);

impl HandleSidedFromClient<'_> for Server {
    type Output = usize;
    type Error = Refused;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<usize, Refused> {
        Err(Refused(message.name))
    }

    fn handle_login(&mut self, message: LoginRef<'_>) -> Result<usize, Refused> {
        self.names.push(message.name.to_owned());
        Ok(self.names.len())
    }
}

/// A client that keeps what it borrowed.
#[derive(Default)]
struct Client<'de> {
    closed: Option<CloseRef<'de>>,
    unexpected: Vec<(u32, &'static str)>,
}

impl<'de> HandleSidedFromServer<'de> for Client<'de> {
    type Output = u32;
    type Error = std::convert::Infallible;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<u32, Self::Error> {
        self.unexpected.push((message.id, message.name));
        Ok(0)
    }

    fn handle_login_success(&mut self, message: LoginSuccess) -> Result<u32, Self::Error> {
        Ok(message.0)
    }

    fn handle_close(&mut self, message: CloseRef<'de>) -> Result<u32, Self::Error> {
        self.closed = Some(message);
        Ok(message.0.into())
    }
}

impl HandleSidedFromClientAsync<'_> for Server {
    type Output = usize;
    type Error = Refused;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<usize, Refused> {
        Err(Refused(message.name))
    }

    async fn handle_login(&mut self, message: LoginRef<'_>) -> Result<usize, Refused> {
        std::future::ready(()).await;
        self.names.push(message.name.to_owned());
        Ok(self.names.len())
    }
}

fn login() -> Sided {
    Login { name: "ada".into() }.into()
}

fn now<F: Future + Send>(work: F) -> F::Output {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("nothing to wait for"),
    }
}

#[test]
fn a_message_goes_to_its_method_owned_and_borrowed() {
    let mut server = Server::default();
    assert_eq!(login().handle_from_client(&mut server), Ok(1));
    let decoded = SidedRef::decode_message_ref(1, &mut Reader::<Sv2>::new(b"\x04alan"));
    assert_eq!(decoded.unwrap().handle_from_client(&mut server), Ok(2));
    assert_eq!(server.names, ["ada", "alan"]);
}

#[test]
fn a_message_without_a_method_is_unexpected() {
    let close = Sided::from(Close(7));
    assert_eq!(close.handle_from_client(&mut Server::default()), Err(Refused("Close")));
}

#[test]
fn a_message_of_the_other_side_is_unexpected() {
    let answer = Sided::from(LoginSuccess(7));
    assert_eq!(answer.handle_from_client(&mut Server::default()), Err(Refused("LoginSuccess")));
    let (login, mut client) = (login(), Client::default());
    assert_eq!(login.handle_from_server(&mut client), Ok(0));
    assert_eq!(client.unexpected, [(1, "Login")]);
}

#[test]
fn a_message_of_either_side_is_handled_of_both_and_what_is_borrowed_can_be_kept() {
    let close = Sided::from(Close(7));
    let mut client = Client::default();
    assert_eq!(close.handle_from_server(&mut client), Ok(7));
    assert_eq!(client.closed, Some(CloseRef(7)));
    assert_eq!(Sided::from(LoginSuccess(9)).handle_from_server(&mut Client::default()), Ok(9));
}

#[test]
fn futures_are_awaited_and_can_be_sent() {
    let (login, close) = (login(), Sided::from(Close(7)));
    let mut server = Server::default();
    assert_eq!(now(login.handle_from_client_async(&mut server)), Ok(1));
    assert_eq!(now(login.to_ref().handle_from_client_async(&mut server)), Ok(2));
    assert_eq!(now(close.handle_from_client_async(&mut server)), Err(Refused("Close")));
    assert_eq!(server.names, ["ada", "ada"]);
}

struct Keeper(Vec<Owned>);

impl HandleOwned for Keeper {
    type Output = ();
    type Error = UnexpectedMessage<u32>;

    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Result<(), Self::Error> {
        Err(message)
    }

    fn handle_login(&mut self, message: Login) -> Result<(), Self::Error> {
        self.0.push(message.into());
        Ok(())
    }

    fn handle_unknown(&mut self, id: u32, message: Vec<u8>) -> Result<(), Self::Error> {
        self.0.push(Owned::Unknown(id, message));
        Ok(())
    }
}

#[test]
fn an_enum_without_a_borrowed_form_hands_its_messages_over() {
    let mut keeper = Keeper(Vec::new());
    let login = Login { name: "ada".into() };
    Owned::from(login.clone()).handle(&mut keeper).unwrap();
    Owned::Unknown(9, vec![1]).handle(&mut keeper).unwrap();
    assert_eq!(keeper.0, [Owned::Login(login), Owned::Unknown(9, vec![1])]);
    let error = Owned::from(Close(1)).handle(&mut keeper).unwrap_err();
    assert_eq!((error.id, error.to_string().as_str()), (3, "unexpected message Close"));
}

#[test]
fn a_handler_may_be_a_trait_object() {
    let mut keeper = Keeper(Vec::new());
    let handler: &mut dyn HandleOwned<Output = (), Error = UnexpectedMessage<u32>> = &mut keeper;
    Owned::Unknown(9, vec![1]).handle(handler).unwrap();
    assert_eq!(keeper.0.len(), 1);
}
