//! Structs whose fields are types that can't borrow anything.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{BinaryHeap, LinkedList};
use std::ffi::CString;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, RwLock};

use bytes::Bytes;
use codec_core::{Bincode, Borrowable, Decode, Encode, Format, Postcard, Shareable};

#[derive(Encode, Decode)]
#[codec(borrow, shared)]
struct Everything {
    cell: Cell<u16>,
    ref_cell: RefCell<String>,
    rc: Rc<String>,
    rc_str: Rc<str>,
    rc_slice: Rc<[u8]>,
    arc: Arc<u16>,
    arc_str: Arc<str>,
    mutex: Mutex<String>,
    lock: RwLock<Vec<u8>>,
    atomic: AtomicU32,
    path: PathBuf,
    c_string: CString,
    text: Cow<'static, str>,
    #[expect(clippy::linkedlist, reason = "it is decoded as any other type")]
    list: LinkedList<String>,
    heap: BinaryHeap<String>,
    cells: Vec<Cell<u8>>,
    name: String,
}

fn everything() -> Everything {
    Everything {
        cell: Cell::new(1),
        ref_cell: RefCell::new("a".into()),
        rc: Rc::new("b".into()),
        rc_str: "c".into(),
        rc_slice: [1, 2].into(),
        arc: Arc::new(2),
        arc_str: "d".into(),
        mutex: Mutex::new("e".into()),
        lock: RwLock::new(vec![3]),
        atomic: 4.into(),
        path: "f/g".into(),
        c_string: c"h".into(),
        text: "i".into(),
        list: ["j".into()].into(),
        heap: ["k".into(), "l".into()].into(),
        cells: vec![Cell::new(5)],
        name: "m".into(),
    }
}

fn comes_back<F: Format>() {
    let value = everything();
    let bytes = F::to_vec(&value).unwrap();
    let input = Bytes::from(bytes.clone());
    let borrowed: EverythingRef<'_> = F::from_slice_ref(&bytes).unwrap();
    assert_eq!((borrowed.name, borrowed.arc_str, borrowed.cell), ("m", "d", 1));
    assert_eq!(borrowed.path.to_str(), Some("f/g"));
    assert_eq!(F::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(F::to_vec(&Everything::from_ref(borrowed)).unwrap(), bytes);
    assert_eq!(F::to_vec(&value.to_ref()).unwrap(), bytes);
    let shared: EverythingShared = F::from_bytes(&input).unwrap();
    assert_eq!((shared.name.as_str(), shared.mutex.as_str()), ("m", "e"));
    assert_eq!(F::to_vec(&shared).unwrap(), bytes);
    assert_eq!(F::to_vec(&Everything::from_shared(shared)).unwrap(), bytes);
}

#[test]
fn no_field_bars_a_struct_from_a_form() {
    comes_back::<Bincode>();
    comes_back::<Postcard>();
}
