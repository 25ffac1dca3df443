//! A model that vaporetto trains, with a large dictionary.

use vaporetto::{Model, Sentence, SolverType, Trainer, WordWeightRecord};

type Value = Model;

fn make() -> Vec<u8> {
    let sentence = Sentence::from_tokenized("これ は テスト です").unwrap();
    let mut trainer = Trainer::new(3, 3, 3, 3, vec![], 0, &[]).unwrap();
    trainer.add_example(&sentence);
    let mut model = trainer.train(0.01, 1.0, SolverType::L1RegularizedL2LossSVC).unwrap();
    let words = (0..100_000).map(|index| {
        let word = format!("言葉{index}");
        let weights = 0..=word.chars().count() as i32;
        let weights = weights.map(|weight| index * 7 - weight * 300).collect();
        WordWeightRecord::new(word, weights, "comment".to_string()).unwrap()
    });
    model.replace_dictionary(words.collect());
    store(&model)
}

fn load(bytes: &[u8]) -> Value {
    Model::read(bytes).unwrap()
}

fn store(model: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    model.write(&mut bytes).unwrap();
    bytes
}
