use super::*;
use crate::Refusal;

#[test]
fn ten_coins_are_worth_one_of_the_next_metal() {
    let mut scene = scene("####\n#@.#\n####");
    scene.give("gold coin", 1);
    scene.give("silver coin", 1);
    scene.give("copper coin", 1);
    assert_eq!(scene.game.view().stats().purse, 111);
}

#[test]
fn an_altar_sells_blessings_and_gives_change() {
    let mut scene = scene("####\n#@_#\n####");
    scene.game.state.hero.body.hit_points = 10;
    assert!(scene.game.view().offers().is_empty());
    scene.walk(Direction::East);
    let offers = scene.game.view().offers();
    assert_eq!((offers[0].name.as_str(), offers[0].price), ("Healing", 30));
    scene.act(Action::Buy(0));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::TooExpensive(30))));
    scene.give("gold coin", 1);
    scene.act(Action::Buy(0));
    assert!(scene.hit_points() >= 70);
    assert_eq!(scene.pack(), [('a', "silver coin".into(), 7)]);
    scene.assert_log("You pay 3 silver for healing.");
}

#[test]
fn a_pedlar_sells_its_wares() {
    let mut scene = scene("####\n#@p#\n####");
    let wares = [scene.item("bread", 2), scene.item("antidote", 1)];
    scene.game.state.creatures[0].carried = wares.to_vec();
    let prices: Vec<(String, u64)> =
        scene.game.view().offers().into_iter().map(|offer| (offer.name, offer.price)).collect();
    assert_eq!(prices, [("a loaf of bread".to_owned(), 12), ("an antidote".to_owned(), 30)]);
    scene.give("copper coin", 50);
    scene.act(Action::Buy(1));
    scene.assert_log("You pay 3 silver for an antidote.");
    assert!(scene.pack().iter().any(|(_, name, _)| name == "antidote"));
    assert_eq!(scene.game.view().stats().purse, 20);
    assert_eq!(scene.the("pedlar").carried.len(), 1);
    scene.act(Action::Buy(9));
    assert_eq!(scene.events.last(), Some(&Event::Refused(Refusal::NoOffer)));
}
