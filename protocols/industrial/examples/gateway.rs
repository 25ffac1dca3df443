//! A client and a gateway that talk over TCP: tags are written and subscribed to, and an update
//! comes back. Each side encodes into memory that its session uses again.
//!
//! `cargo run -p codec-industrial --example gateway`
#![forbid(unsafe_code)]

use std::error::Error;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::thread;

use codec_industrial::{
    AnyMessageRef, Gateway, Name, OutgoingValue, Place, Record, Session, Subscription, Time,
    Update, VERSION, Value, ValueRef,
};
use codec_pool::{FrameReader, Pool};

/// Writes of the client's; the last has the highest level.
const WRITES: u16 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let gateway = thread::spawn(move || {
        let outcome = listener.accept().map_err(Into::into).and_then(|(stream, _)| serve(stream));
        outcome.map_err(|error: Box<dyn Error>| error.to_string())
    });
    let mut stream = TcpStream::connect(address)?;

    let pool = Pool::default();
    let mut session = Session::new(&pool);
    let place = Place { domain: 1, platform: 2, engine: 3 };
    let tank = Name { number: 4, text: "Tank_001" };
    let level = session.handle(place, tank, Name { number: 5, text: "Level" });
    let label = session.handle(place, tank, Name { number: 6, text: "Label" });
    let mut subscription = Subscription::new(1, vec![level, label]);
    stream.write_all(session.write_now(label, OutgoingValue::text("Motör")?)?)?;
    for level_now in 1..=WRITES {
        let levels = [f32::from(level_now)];
        stream.write_all(session.write_now(level, OutgoingValue::Float32Array(&levels))?)?;
    }
    stream.write_all(session.subscribe(&subscription, 250)?)?;

    let mut reader = FrameReader::<Gateway>::new(pool);
    let frame = reader.read_frame(&mut stream)?.ok_or("the other side has gone")?;
    let AnyMessageRef::Update(update) = frame.message_ref()? else {
        return Err("no update".into());
    };
    let mut updated = 0;
    for (tag, record) in subscription.accept(&update)? {
        assert_eq!((tag, record.quality), (Some(level), 192));
        let ValueRef::Float32(highest) = record.value else {
            return Err(format!("{:?} is not a level", record.value).into());
        };
        assert_eq!(highest.to_bits(), 100.0_f32.to_bits());
        updated += 1;
    }
    assert_eq!(updated, 1);
    let written = gateway.join().map_err(|_| "the gateway has panicked")??;
    assert_eq!(written, 1 + usize::from(WRITES));
    println!("{written} writes, {updated} tag updated");
    Ok(())
}

/// Takes writes until there is a subscription, and answers that with the highest level; returns
/// the number of writes.
fn serve(mut stream: TcpStream) -> Result<usize, Box<dyn Error>> {
    let mut reader = FrameReader::<Gateway>::new(Pool::default());
    let mut answers = Session::new(&Pool::default());
    let (mut writes, mut highest) = (0, 0.0_f32);
    loop {
        let frame = reader.read_frame(&mut stream)?.ok_or("the other side has gone")?;
        match frame.message_ref()? {
            AnyMessageRef::Write(write) => {
                writes += 1;
                match write.value {
                    ValueRef::Float32Array(levels) => {
                        highest = levels.iter().fold(highest, f32::max);
                    }
                    ValueRef::Text(label) => assert_eq!(label.to_string(), "Motör"),
                    other => return Err(format!("{other:?} is not expected").into()),
                }
            }
            AnyMessageRef::Subscribe(asked) => {
                assert_eq!(asked.handles.len(), 2);
                break;
            }
            other => return Err(format!("{other:?} is not expected").into()),
        }
    }
    let value = Value::Float32(highest);
    let record = Record { item: 0, status: 0, quality: 192, time: Time(10), value };
    let records = vec![record].try_into()?;
    let update = Update { version: VERSION, subscription: 1, sequence: 0, records };
    stream.write_all(answers.frame(&update)?)?;
    Ok(writes)
}
