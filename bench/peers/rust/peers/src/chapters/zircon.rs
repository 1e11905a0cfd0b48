//! The Caves of Zircon: cellular caves as a hash map of blocks, with a list of neighbours built for each.

use std::collections::HashMap;

use peers_harness::{Output, Sampler, Task, random_words};

/// A position on a level.
type Position = (i32, i32, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Floor,
    Wall,
}

type Blocks = HashMap<Position, Block>;

fn output(blocks: &Blocks, task: &Task) -> Output {
    let block = |at: usize| blocks.get(&((at % task.width) as i32, (at / task.width) as i32, 0));
    Output::Map(task.width, (0..task.area()).map(|at| u8::from(block(at) == Some(&Block::Floor))).collect())
}

fn positions(task: &Task) -> impl Iterator<Item = Position> {
    let (width, height) = (task.width as i32, task.height as i32);
    (0..width).flat_map(move |x| (0..height).map(move |y| (x, y, 0)))
}

fn scattered(task: &Task, seed: u64) -> Blocks {
    let mut words = random_words(seed);
    positions(task).map(|at| (at, if words() >> 63 == 0 { Block::Floor } else { Block::Wall })).collect()
}

/// The eight neighbours in random order, as the chapter's helper returns them.
fn shuffled_neighbours((x, y, z): Position, words: &mut impl FnMut() -> u64) -> Vec<Position> {
    let mut around: Vec<Position> = (-1..=1)
        .flat_map(|right| (-1..=1).map(move |down| (right, down)))
        .filter(|&step| step != (0, 0))
        .map(|(right, down)| (x + right, y + down, z))
        .collect();
    for last in (1..around.len()).rev() {
        around.swap(last, (words() % (last as u64 + 1)) as usize);
    }
    around
}

fn pass(task: &Task, blocks: &Blocks, words: &mut impl FnMut() -> u64) -> Blocks {
    let mut next = Blocks::new();
    for at in positions(task) {
        let (mut floors, mut rocks) = (0, 0);
        let mut near = shuffled_neighbours(at, words);
        near.push(at);
        for place in near {
            match blocks.get(&place) {
                Some(Block::Floor) => floors += 1,
                Some(Block::Wall) => rocks += 1,
                None => {}
            }
        }
        next.insert(at, if floors >= rocks { Block::Floor } else { Block::Wall });
    }
    next
}

pub(crate) fn smooth(task: &Task) -> Sampler {
    let task = task.clone();
    let noise = task.map("noise");
    let block = |&(x, y, _): &Position| if noise.is_open(x as usize, y as usize) { Block::Floor } else { Block::Wall };
    let blocks: Blocks = positions(&task).map(|at| (at, block(&at))).collect();
    let mut words = random_words(1);
    Box::new(move |_, clock| {
        let next = clock.time(|| pass(&task, &blocks, &mut words));
        clock.keep(|| output(&next, &task));
    })
}

pub(crate) fn cave(task: &Task) -> Sampler {
    let task = task.clone();
    Box::new(move |seed, clock| {
        let blocks = clock.time(|| {
            let mut words = random_words(!seed);
            let mut blocks = scattered(&task, seed);
            for _ in 0..8 {
                blocks = pass(&task, &blocks, &mut words);
            }
            blocks
        });
        clock.keep(|| output(&blocks, &task));
    })
}
