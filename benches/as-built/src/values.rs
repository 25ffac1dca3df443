// A value of each type.

pub fn order() -> Order {
    let kind = Kind::Stop { trigger: 5, limit: Some(6) };
    Order { id: 1, account: 2, side: Side::Sell, kind, qty: 10, tag: Some(3), ts: 99 }
}

pub fn orders() -> Vec<Order> {
    let kind = |i: u64| if i.is_multiple_of(3) { Kind::Market } else { Kind::Limit { price: i } };
    let tag = |i: u64| if i.is_multiple_of(2) { None } else { Some(3) };
    let order = |i| Order { id: i * 1000, kind: kind(i), tag: tag(i), side: Side::Buy, ..order() };
    (0..100).map(order).collect()
}

pub fn ticks() -> Ticks {
    let tick = |i: u32| Tick { ts: u64::from(i) << 33, price: f64::from(i), size: 4, flags: 1 };
    Ticks { symbol: "ABC".into(), ticks: (0..100).map(tick).collect() }
}

pub fn events() -> Events {
    let event = |user: u64| match user % 6 {
        0 => Event::Joined { user, name: "alice".into() },
        1 => Event::Left { user },
        2 => Event::Message { user, text: "hello there".into(), reply: Some(user) },
        3 => Event::Reaction { user, message: 3, emoji: "ok".into() },
        4 => Event::Typing(user),
        _ => Event::Topic("t".into()),
    };
    Events { room: 1, events: (0..60).map(event).collect() }
}

/// Enums without strings.
pub fn enums() -> Vec<Event> {
    let event = |user: u64| if user % 3 == 1 { Event::Typing(user) } else { Event::Left { user } };
    (0..60).map(event).collect()
}

pub fn transaction() -> Tx {
    let instruction = Instruction { program: 1, accounts: vec![1, 2, 3], data: vec![0; 12] };
    Tx {
        signatures: vec![[1; 32]; 2],
        header: [1, 2, 3],
        keys: vec![[2; 32]; 6],
        blockhash: [9; 32],
        instructions: vec![instruction; 3],
    }
}

pub fn book() -> Book {
    Book { symbol: "ABC".into(), seq: 4, bids: vec![(1, 2); 50], asks: vec![(3, 4); 50] }
}

pub fn points() -> Vec<Point> {
    let point = |i: u8| Point { x: f32::from(i), y: 1.0, tags: vec!["a".into(), "bc".into()] };
    (0..50).map(point).collect()
}

pub fn empty() -> Two {
    Two { a: vec![], b: vec![] }
}

pub fn options() -> Options {
    Options { values: (0..200).map(|i| (i % 3 != 0).then_some(i)).collect() }
}

pub fn config() -> Config {
    Config {
        http_id: 1,
        http_count: 2,
        http_enabled: true,
        http_host: "hello".into(),
        http_bytes: 99,
        http_proxy: None,
        http_ratio: 1.5,
        http_port: 8,
        http_level: 9,
        http_offset: -1,
        store_id: 1,
        store_count: 2,
        store_enabled: true,
        store_host: "hello".into(),
        store_bytes: 99,
        store_proxy: Some("x".into()),
        store_ratio: 1.5,
        store_port: 8,
        store_level: 9,
        store_offset: -1,
        log_id: 1,
        log_count: 2,
        log_enabled: true,
        log_host: "hello".into(),
        log_bytes: 99,
        log_proxy: None,
        log_ratio: 1.5,
        log_port: 8,
        log_level: 9,
        log_offset: -1,
    }
}

pub fn maps() -> Maps {
    let m = (0..20).map(|i| (format!("key {i}"), i)).collect();
    Maps { m, n: (0..20).map(|i| (i, vec![7; 4])).collect() }
}

pub fn expression(depth: u32) -> Expr {
    let Some(less) = depth.checked_sub(1) else { return Expr::Num(7) };
    if depth.is_multiple_of(3) {
        return Expr::Call("f".into(), vec![expression(less), Expr::Var("x".into())]);
    }
    let product =
        Expr::Mul(Box::new(Expr::Var("y".into())), Box::new(expression(less.saturating_sub(1))));
    Expr::Add(Box::new(expression(less)), Box::new(product))
}

pub fn bytes() -> Vec<u8> {
    vec![7; 65536]
}

pub fn words() -> Vec<u64> {
    (0..1000).map(|i| i * i * 1000).collect()
}

pub fn strings() -> Vec<String> {
    (0..50).map(|i| format!("string {i}")).collect()
}

pub fn floats() -> Vec<f32> {
    (0..1000u16).map(f32::from).collect()
}
