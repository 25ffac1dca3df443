use foreign::{ChoiceRef, ChoiceShared, GrowingRef, GrowingShared};

fn borrowed(GrowingRef { text }: GrowingRef<'_>) -> &str {
    text
}

fn shared(GrowingShared { text }: GrowingShared) -> usize {
    text.len()
}

fn variants(choice: &ChoiceRef<'_>) {
    match choice {
        ChoiceRef::Text(_) | ChoiceRef::Number { .. } => {}
    }
}

fn fields(choice: &ChoiceShared) -> u8 {
    match choice {
        ChoiceShared::Number { first } => *first,
        _ => 0,
    }
}

fn main() {}
