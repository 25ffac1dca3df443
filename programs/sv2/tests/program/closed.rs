//! Channels that their miners have closed: nothing more is sent for them (section 5.3.9).

use codec_core::wire::Str0255;
use codec_stratum::MiningMessage as Message;
use codec_stratum::mining::{CloseChannel, SubmitSharesExtended};

use crate::attackers::share;
use crate::process::started;
use crate::proxied_groups::{accept, found, grant, miners, server};
use crate::proxy::{Link, connect, next, open, request};

fn queue_share(link: &mut Link, channel_id: u32, sequence_number: u32) {
    let share = SubmitSharesExtended { channel_id, version: 0x2000_0000, ..share(sequence_number) };
    link.queue(&share).expect("it encodes");
}

fn queue_close(link: &mut Link, channel_id: u32) {
    let reason_code = Str0255::try_from("done").expect("it is short");
    link.queue(&CloseChannel { channel_id, reason_code }).expect("it encodes");
}

/// The next acknowledgement: its channel, and how many shares it is for.
fn acknowledged(link: &mut Link) -> (u32, u32) {
    match next(link) {
        Message::SubmitSharesSuccess(accepted) => {
            (accepted.channel_id, accepted.new_submits_accepted_count)
        }
        other => panic!("{other:?}"),
    }
}

/// Shares come in one write with the end of their channel: they count, and are not acknowledged.
#[test]
fn a_server_sends_nothing_more_for_them() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"];
    let (server, address, _) = started(&serve);
    let mut link = connect(&address, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    for channel in 1..=3 {
        assert_eq!(open(&mut link, channel), channel);
        assert!(matches!(next(&mut link), Message::NewExtendedMiningJob(_)));
        assert!(matches!(next(&mut link), Message::SetNewPrevHash(_)));
    }
    for (sequence_number, channel) in (0..).zip([1, 2, 2, 3]) {
        queue_share(&mut link, channel, sequence_number);
    }
    queue_close(&mut link, 2);
    queue_close(&mut link, 3);
    link.flush().expect("they are taken");
    assert_eq!(acknowledged(&mut link), (1, 1));
    // The next channel with the number has acknowledgements of its own shares alone.
    request(&mut link, 4);
    let Message::OpenExtendedMiningChannelSuccess(opened) = next(&mut link) else {
        panic!("more was sent")
    };
    assert_eq!(opened.channel_id, 2);
    assert!(matches!(next(&mut link), Message::NewExtendedMiningJob(_)));
    assert!(matches!(next(&mut link), Message::SetNewPrevHash(_)));
    queue_share(&mut link, 2, 7);
    link.flush().expect("it is taken");
    assert_eq!(acknowledged(&mut link), (2, 1));
    drop(link);
    let outcome = server.finish();
    outcome.assert_success();
    assert!(outcome.stdout.contains("total: 5 shares in "), "{outcome:?}");
}

/// The server sends for a channel until it gets the news.
#[test]
fn a_proxy_sends_nothing_more_for_them() {
    let (address, server) = server(|mut server| {
        grant(&mut server, 500, 70);
        grant(&mut server, 501, 71);
        loop {
            match server.next_owned() {
                Ok(Some(Message::CloseChannel(closed))) => {
                    break assert_eq!(closed.channel_id, 500);
                }
                other => assert!(matches!(other, Ok(Some(_))), "{other:?}"),
            }
        }
        server.queue(&found(500, 1)).expect("it encodes");
        server.queue(&found(70, 1)).expect("it encodes");
        accept(&mut server, 500, 0, 1);
        accept(&mut server, 501, 1, 1);
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, [mut link]) = miners(&address);
    assert_eq!((open(&mut link, 1), open(&mut link, 2)), (1, 2));
    queue_share(&mut link, 1, 0);
    queue_share(&mut link, 2, 1);
    queue_close(&mut link, 1);
    link.flush().expect("they are taken");
    assert_eq!(acknowledged(&mut link), (2, 1));
    drop(link);
    let outcome = running.finish();
    outcome.assert_success();
    let told = "2 submitted, 2 accepted, 0 refused, 0 unanswered";
    assert!(outcome.stdout.contains(told), "{outcome:?}");
    server.join().expect("it is content");
}
