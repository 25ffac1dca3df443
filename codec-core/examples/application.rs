//! An application that owns what it decodes: a store of notes that is kept across requests and
//! written to a `Write` at the end.
//!
//! `cargo run -p codec-core --example application`
#![forbid(unsafe_code)]

use std::collections::BTreeMap;

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format};

#[derive(Debug, Encode, Decode)]
enum Request {
    Put { name: String, note: Note },
    Get { name: String },
    Remove { name: String },
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Note {
    text: String,
    #[codec(max = 8)]
    tags: Vec<String>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum Answer {
    Done,
    Found(Note),
    Missing,
}

/// The store itself is encoded and decoded, too.
#[derive(Debug, Default, PartialEq, Encode, Decode)]
struct Store {
    notes: BTreeMap<String, Note>,
}

impl Store {
    fn answer(&mut self, request: &[u8]) -> Result<Answer, codec_core::DecodeError> {
        // Nothing borrows from the request: its buffer is free for the next one.
        Ok(match Bincode::from_slice(request)? {
            Request::Put { name, note } => {
                self.notes.insert(name, note);
                Answer::Done
            }
            Request::Get { name } => {
                self.notes.get(&name).map_or(Answer::Missing, |note| Answer::Found(note.clone()))
            }
            Request::Remove { name } => {
                self.notes.remove(&name).map_or(Answer::Missing, |_| Answer::Done)
            }
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut store = Store::default();
    let note = Note { text: "of the field".into(), tags: vec!["short".into()] };
    let put = Request::Put { name: "first".into(), note: note.clone() };
    let mut buffer = Bincode::to_vec(&put)?;
    assert_eq!(store.answer(&buffer)?, Answer::Done);
    for (request, answer) in [
        (Request::Get { name: "first".into() }, Answer::Found(note.clone())),
        (Request::Get { name: "second".into() }, Answer::Missing),
        (Request::Remove { name: "second".into() }, Answer::Missing),
    ] {
        buffer.clear();
        Bincode::encode_into(&request, &mut buffer)?;
        assert_eq!(store.answer(&buffer)?, answer);
    }

    // A request over the limits is refused before anything is kept.
    let many = Note { text: String::new(), tags: vec![String::new(); 8] };
    let mut bytes = Bincode::to_vec(&Request::Put { name: String::new(), note: many })?;
    let count = bytes.len() - 8 * 9;
    bytes[count] = 9;
    let error = store.answer(&bytes).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit);
    assert_eq!(store.notes.len(), 1);

    let saved = Bincode::to_vec(&store)?;
    assert_eq!(Bincode::from_slice::<Store>(&saved)?, store);
    println!("{} note, saved in {} bytes", store.notes.len(), saved.len());
    Ok(())
}
