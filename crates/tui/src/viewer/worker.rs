//! Makes levels and looks into them on a thread of its own, so that the screen never stands still. Of several orders of
//! one kind that wait, only the newest is carried out.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use undercroft_export::Overlay;
use undercroft_mapgen::{Dungeon, Endless, Floor, Plan, Point, Recipe, Seed};

use super::film::{Film, Frame, Wanted};
use super::findings::Findings;

/// How much of a level without an edge is shown.
const ENDLESS_WINDOW: (u32, u32) = (80, 50);

/// What is to be made.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// A level of a recipe, with the way to it.
    Recipe { recipe: Box<Recipe>, seed: Seed, depth: u32, wanted: Wanted, closely: bool },
    /// A level of a plan.
    Plan { plan: Arc<Plan>, seed: Seed, depth: u32 },
}

/// What is to be looked into.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) frame: Frame,
    pub(super) overlay: Option<Overlay>,
    /// A cell of the frame.
    pub(super) sight_from: Option<Point>,
}

/// What came of an order, with its number.
#[derive(Debug)]
pub(super) enum Reply {
    Made(u64, Result<Film, String>),
    Found(u64, Findings),
}

/// The thread, and what it is told.
#[derive(Debug)]
pub(super) struct Worker {
    shared: Arc<Shared>,
    replies: Receiver<Reply>,
    last: u64,
}

#[derive(Debug, Default)]
struct Shared {
    orders: Mutex<Orders>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Orders {
    make: Option<(u64, Order)>,
    look: Option<(u64, Question)>,
    is_over: bool,
}

impl Shared {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        // Nobody panics while having it: it is only written to.
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    pub(super) fn start() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, replies) = mpsc::channel();
        let theirs = shared.clone();
        thread::Builder::new().name("maker".into()).spawn(move || work(&theirs, &sender))?;
        Ok(Self { shared, replies, last: 0 })
    }

    /// Asks for a level; what was asked before and has not begun is forgotten. Gives the order's number.
    pub(super) fn make(&mut self, order: Order) -> u64 {
        self.last += 1;
        let mut orders = self.shared.orders();
        orders.make = Some((self.last, order));
        // What was to be looked into is not shown any more.
        orders.look = None;
        self.shared.news.notify_one();
        self.last
    }

    /// Asks for findings; what was asked before and has not begun is forgotten. Gives the question's number.
    pub(super) fn look(&mut self, question: Question) -> u64 {
        self.last += 1;
        self.shared.orders().look = Some((self.last, question));
        self.shared.news.notify_one();
        self.last
    }

    /// The next reply; `Err` where the thread is no more.
    pub(super) fn reply(&self, patience: Duration) -> Result<Option<Reply>, ()> {
        match self.replies.recv_timeout(patience) {
            Ok(reply) => Ok(Some(reply)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It is not waited for: what it makes may take long, and nobody wants it.
        self.shared.orders().is_over = true;
        self.shared.news.notify_one();
    }
}

enum Task {
    Make(u64, Order),
    Look(u64, Question),
}

fn work(shared: &Shared, replies: &Sender<Reply>) {
    let mut dungeon: Option<(Seed, Arc<Dungeon>)> = None;
    while let Some(task) = next(shared) {
        let reply = match task {
            Task::Make(number, Order::Recipe { recipe, seed, depth, wanted, closely }) => {
                let made = Film::of(&recipe, &seed, depth, wanted, closely);
                Reply::Made(number, made.map_err(|error| error.to_string()))
            }
            Task::Make(number, Order::Plan { plan, seed, depth }) => {
                let kept = dungeon.take().filter(|(known, _)| *known == seed);
                let (_, dungeon) = dungeon.insert(kept.unwrap_or_else(|| (seed.clone(), Dungeon::new(plan, seed))));
                Reply::Made(number, floor(dungeon, depth))
            }
            Task::Look(number, Question { frame, overlay, sight_from }) => {
                Reply::Found(number, Findings::of(&frame, overlay.map(|overlay| (overlay, sight_from))))
            }
        };
        if replies.send(reply).is_err() {
            return;
        }
    }
}

/// Waits for something to do; `None` when nobody wants anything any more.
fn next(shared: &Shared) -> Option<Task> {
    let mut orders = shared.orders();
    loop {
        if orders.is_over {
            return None;
        }
        if let Some((number, order)) = orders.make.take() {
            return Some(Task::Make(number, order));
        }
        if let Some((number, question)) = orders.look.take() {
            return Some(Task::Look(number, question));
        }
        orders = shared.news.wait(orders).unwrap_or_else(PoisonError::into_inner);
    }
}

fn floor(dungeon: &Arc<Dungeon>, depth: u32) -> Result<Film, String> {
    let words = |error: &dyn std::error::Error| error.to_string();
    match dungeon.level(depth).map_err(|error| words(&error))? {
        Floor::Bounded(level) => {
            let attempts = level.attempts();
            Ok(Film::finished(Frame::Level(level), attempts))
        }
        Floor::Endless(endless) => {
            let start = endless.start().map_err(|error| words(&error))?;
            let around = Endless::around(start, ENDLESS_WINDOW.0, ENDLESS_WINDOW.1);
            let part = endless.window(around).map_err(|error| words(&error))?;
            Ok(Film::finished(Frame::Draft(Arc::new(part)), 1))
        }
    }
}
