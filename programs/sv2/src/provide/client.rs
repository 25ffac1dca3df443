//! The provider's side of one conversation.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use codec_core::wire::Target;
use codec_pool::{Admitted, Layers};
use codec_stratum::template_distribution::RequestTransactionDataError;
use codec_stratum::{AnyMessageRef, Negotiated, Subprotocol};
use tokio::sync::watch;

use super::chain::{Chain, Template, Verdict};
use crate::failure::{note, tell};
use crate::host::{answer_set_up, unexpected};
use crate::link::{Link, Sender, Trouble, expect, within};

/// The chain, and the template to work on.
pub(super) struct Source {
    pub(super) chain: Mutex<Chain>,
    pub(super) latest: watch::Sender<Arc<Template>>,
    /// Time that a client may take until it has said what its coinbase transaction needs.
    pub(super) patience: Duration,
}

/// Templates that a client has by numbers of its own, that are remembered.
const REMEMBERED: usize = 16;

/// Counts of what a client was given, and its own numbers of templates.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Numbers that only this client has, and the templates' own, in the order in which they came.
    own: VecDeque<(u64, u64)>,
    pub(super) templates: u64,
    pub(super) requests: u64,
    pub(super) blocks: u64,
    pub(super) refused: u64,
    /// Messages that no client has to send.
    pub(super) unwanted: u64,
}

impl Source {
    pub(super) fn lock(&self) -> MutexGuard<'_, Chain> {
        self.chain.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the chain, and notifies all clients of the result.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Chain) -> T) -> T {
        let mut chain = self.lock();
        let outcome = change(&mut chain);
        let latest = chain.latest();
        self.latest.send_if_modified(|template| {
            let is_new = template.id != latest.id;
            *template = latest;
            is_new
        });
        outcome
    }
}

impl Given {
    /// The template's own number, for the number that the client has.
    fn number(&self, id: u64) -> u64 {
        self.own.iter().find(|(own, _)| *own == id).map_or(id, |(_, number)| *number)
    }

    /// Remembers a number that only this client has, in place of the oldest if there are many.
    fn remember(&mut self, own: u64, number: u64) {
        if self.own.len() == REMEMBERED {
            self.own.pop_front();
        }
        self.own.push_back((own, number));
    }
}

/// Talks with a client until it closes the connection.
pub(super) async fn converse<L: Layers>(
    mut link: Link<L>,
    place: &mut Admitted,
    source: &Source,
    given: &mut Given,
) -> Result<(), Trouble> {
    let peer = link.peer().to_owned();
    let (mut receiver, mut sender, mut outputs) =
        within(source.patience, "the client sent no constraints", async {
            place.establish(set_up(&mut link)).await?;
            link.flush().await.map_err(Trouble::from)?;
            let (mut receiver, mut sender) = link.split();
            let outputs = loop {
                let message = receiver.next().await?.ok_or(Trouble::Closed)?.message;
                if let AnyMessageRef::CoinbaseOutputConstraints(constraints) = message {
                    break constraints.coinbase_output_max_additional_size;
                }
                hear::<L>(&message, &mut sender, source, given, &peer).await?;
            };
            Ok::<_, Trouble>((receiver, sender, outputs))
        })
        .await??;
    let mut latest = source.latest.subscribe();
    // The height of the block that the client works on.
    let mut height = 0;
    latest.mark_changed();
    loop {
        let (template, id) = tokio::select! {
            changed = latest.changed() => {
                if changed.is_err() {
                    return Ok(sender.close().await?);
                }
                let template = Arc::clone(&latest.borrow_and_update());
                let id = template.id;
                (template, id)
            }
            next = receiver.next() => match next?.map(|next| next.message) {
                Some(AnyMessageRef::CoinbaseOutputConstraints(constraints)) => {
                    outputs = constraints.coinbase_output_max_additional_size;
                    // Under the chain's lock, so that the numbers that the client gets increase.
                    let mut chain = source.lock();
                    let template = Arc::clone(&latest.borrow_and_update());
                    let id = chain.number();
                    given.remember(id, template.id);
                    (template, id)
                }
                Some(message) => {
                    hear::<L>(&message, &mut sender, source, given, &peer).await?;
                    continue;
                }
                None => return Ok(()),
            }
        };
        if !template.has_room(outputs) {
            return Err(Trouble::Nonsense("outputs that a block has no room for"));
        }
        let is_new_block = template.height != height;
        height = template.height;
        sender.queue(&template.message(id, is_new_block)?)?;
        if is_new_block {
            sender.queue(&template.announcement(id))?;
        }
        sender.flush().await?;
        given.templates += 1;
    }
}

async fn set_up<L: Layers>(link: &mut Link<L>) -> Result<(), Trouble> {
    let error = match expect(link).await? {
        AnyMessageRef::SetupConnection(setup) => {
            setup.refusal(Subprotocol::TemplateDistribution, 0)
        }
        other => return Err(unexpected(&other, "SetupConnection")),
    };
    answer_set_up(link, error, 0).await
}

async fn hear<L: Layers>(
    message: &AnyMessageRef<'_>,
    sender: &mut Sender<L>,
    source: &Source,
    given: &mut Given,
    peer: &str,
) -> Result<(), Trouble> {
    match message {
        AnyMessageRef::RequestTransactionData(request) => {
            given.requests += 1;
            let template_id = request.template_id;
            let data = {
                let chain = source.lock();
                chain.find(given.number(template_id)).map(|template| template.data(template_id))
            };
            match data {
                Ok(data) => Ok(sender.send(&data?).await?),
                Err(code) => {
                    let error_code = code.into();
                    Ok(sender
                        .send(&RequestTransactionDataError { template_id, error_code })
                        .await?)
                }
            }
        }
        AnyMessageRef::SubmitSolution(solution) => {
            let verdict =
                source.change(|chain| chain.solve(given.number(solution.template_id), solution));
            if let Verdict::Block(hash) = verdict {
                given.blocks += 1;
                // If the output is closed, the line is lost, but work continues.
                tell(format_args!("{peer}: block {} found", Target(hash)));
            } else {
                given.refused += 1;
                note(&format!("sv2: {peer}: solution refused: {verdict:?}"));
            }
            Ok(())
        }
        AnyMessageRef::RequestExtensions(request) => match Negotiated::new().answer(request, &[]) {
            Ok(success) => Ok(sender.send(&success).await?),
            Err(error) => Ok(sender.send(&error).await?),
        },
        _ => {
            given.unwanted += 1;
            Ok(())
        }
    }
}
