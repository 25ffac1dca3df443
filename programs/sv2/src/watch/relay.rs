//! Forwards frames from one connection to another.

use std::future::ready;

use codec_pool::{Admitted, Layers};

use super::observer::{Direction, Observer};
use crate::link::{Link, MUCH, Receiver, Sender, Trouble};

/// Passes on the frames of both sides until both have closed. The client's first frame establishes its
/// connection.
pub(super) async fn between<C: Layers, S: Layers>(
    client: Link<C>,
    server: Link<S>,
    place: &mut Admitted,
    observer: (&Observer, u64),
) -> Result<(), String> {
    let names = (client.peer().to_owned(), server.peer().to_owned());
    let (from_client, to_client) = client.split();
    let (from_server, to_server) = server.split();
    let up = pass::<C, S>(from_client, to_server, Some(place), observer, Direction::ToServer);
    let down = pass::<S, C>(from_server, to_client, None, observer, Direction::ToClient);
    let up = async { up.await.map_err(|trouble| trouble.name(&names.0, &names.1)) };
    let down = async { down.await.map_err(|trouble| trouble.name(&names.1, &names.0)) };
    tokio::try_join!(up, down).map(|((), ())| ())
}

/// Trouble, and the side that it is the fault of.
enum Failed {
    From(Trouble),
    To(Trouble),
}

impl Failed {
    fn name(self, from: &str, to: &str) -> String {
        match self {
            Self::From(trouble) => format!("{from}: {trouble}"),
            Self::To(trouble) => format!("{to}: {trouble}"),
        }
    }
}

/// Passes on frames until there are no more. Those that came together are written together.
async fn pass<F: Layers, T: Layers>(
    mut from: Receiver<F>,
    mut to: Sender<T>,
    mut place: Option<&mut Admitted>,
    (observer, connection): (&Observer, u64),
    direction: Direction,
) -> Result<(), Failed> {
    let to_failed = |error| Failed::To(Trouble::from(error));
    loop {
        let waits = to.pending_len();
        let frame = tokio::select! {
            biased;
            frame = async {
                match place.take() {
                    Some(place) => Ok::<_, Trouble>(place.establish(from.next_frame()).await?),
                    None => Ok(from.next_frame().await?),
                }
            }, if waits < MUCH => frame.map_err(Failed::From)?,
            () = ready(()), if waits > 0 => {
                to.flush().await.map_err(to_failed)?;
                observer.settle();
                continue;
            }
        };
        let Some(frame) = frame else {
            observer.settle();
            return to.close().await.map_err(to_failed);
        };
        observer.see(connection, direction, &frame);
        #[cfg(feature = "nats")]
        let offset = frame.offset();
        let frame = frame.detach();
        #[cfg(feature = "nats")]
        observer.publish(connection, direction, offset, &frame).await;
        to.push(frame).map_err(to_failed)?;
    }
}
