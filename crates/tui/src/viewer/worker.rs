//! Makes and inspects levels on a separate thread, so that the screen never freezes. If several jobs of one kind are waiting,
//! only the newest is done.

use std::error::Error;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use undercroft_export::Overlay;
use undercroft_mapgen::{Dungeon, Floor, Frame, Plan, Point, Recipe, Rect, Seed, Timeline, Wanted};

use super::report::Report;

/// The size of the window into an endless level.
const ENDLESS_WINDOW: (u32, u32) = (80, 50);

/// What to do.
#[derive(Clone, Debug)]
pub(super) enum Job {
    /// Make a level of a recipe, with its timeline.
    Recipe { recipe: Box<Recipe>, seed: Seed, depth: u32, wanted: Wanted, closely: bool },
    /// Make a level of a plan.
    Plan { plan: Arc<Plan>, seed: Seed, depth: u32 },
    /// Inspect a frame, with an overlay and the cell that the sight overlay looks from.
    Inspect { frame: Frame, overlay: Option<(Overlay, Option<Point>)> },
}

/// The result of a job.
#[derive(Debug)]
pub(super) enum Reply {
    Built(Result<Timeline, Box<dyn Error + Send + Sync>>),
    Inspected(Report),
}

/// The thread has panicked.
#[derive(Debug)]
pub(super) struct Died;

/// The thread, and the jobs that it has not finished.
#[derive(Debug)]
pub(super) struct Worker {
    shared: Arc<Shared>,
    replies: Receiver<(u64, Reply)>,
    last: u64,
    building: Option<u64>,
    inspecting: Option<u64>,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    build: Option<(u64, Job)>,
    inspect: Option<(u64, Job)>,
    is_closed: bool,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing panics while it is locked.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Worker {
    pub(super) fn start() -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, replies) = mpsc::channel();
        let theirs = shared.clone();
        thread::Builder::new().name("worker".into()).spawn(move || work(&theirs, &sender))?;
        Ok(Self { shared, replies, last: 0, building: None, inspecting: None })
    }

    /// Makes a level; replaces a job that has not started and cancels the inspection of the old level.
    pub(super) fn build(&mut self, job: Job) {
        self.last += 1;
        (self.building, self.inspecting) = (Some(self.last), None);
        let mut queue = self.shared.queue();
        (queue.build, queue.inspect) = (Some((self.last, job)), None);
        self.shared.changed.notify_one();
    }

    /// Inspects a level; replaces an inspection that has not started.
    pub(super) fn inspect(&mut self, frame: Frame, overlay: Option<(Overlay, Option<Point>)>) {
        self.last += 1;
        self.inspecting = Some(self.last);
        self.shared.queue().inspect = Some((self.last, Job::Inspect { frame, overlay }));
        self.shared.changed.notify_one();
    }

    pub(super) const fn is_building(&self) -> bool {
        self.building.is_some()
    }

    pub(super) const fn is_busy(&self) -> bool {
        self.building.is_some() || self.inspecting.is_some()
    }

    /// The numbers of the unfinished jobs.
    pub(super) const fn jobs(&self) -> [Option<u64>; 2] {
        [self.building, self.inspecting]
    }

    /// The next reply that is still wanted; `None` if none arrives in time.
    pub(super) fn receive(&mut self, until: Instant) -> Result<Option<Reply>, Died> {
        loop {
            match self.replies.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok((number, reply)) if self.building == Some(number) => {
                    self.building = None;
                    return Ok(Some(reply));
                }
                Ok((number, reply)) if self.inspecting == Some(number) => {
                    self.inspecting = None;
                    return Ok(Some(reply));
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    (self.building, self.inspecting) = (None, None);
                    return Err(Died);
                }
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The thread is not joined: its current job may be slow.
        self.shared.queue().is_closed = true;
        self.shared.changed.notify_one();
    }
}

fn work(shared: &Shared, replies: &Sender<(u64, Reply)>) {
    let mut dungeon: Option<Arc<Dungeon>> = None;
    while let Some((number, job)) = next(shared) {
        let reply = match job {
            Job::Recipe { recipe, seed, depth, wanted, closely } => {
                Reply::Built(Timeline::record(&recipe, &seed, depth, wanted, closely).map_err(Into::into))
            }
            Job::Plan { plan, seed, depth } => {
                let known = dungeon.take().filter(|known| *known.seed() == seed);
                let dungeon = dungeon.insert(known.unwrap_or_else(|| Dungeon::new(plan, seed)));
                Reply::Built(floor(dungeon, depth))
            }
            Job::Inspect { frame, overlay } => Reply::Inspected(Report::of(&frame, overlay)),
        };
        if replies.send((number, reply)).is_err() {
            return;
        }
    }
}

/// Waits for a job; `None` once the worker has been dropped.
fn next(shared: &Shared) -> Option<(u64, Job)> {
    let mut queue = shared.queue();
    while !queue.is_closed {
        let next = queue.build.take();
        if let Some(job) = next.or_else(|| queue.inspect.take()) {
            return Some(job);
        }
        queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
    None
}

fn floor(dungeon: &Arc<Dungeon>, depth: u32) -> Result<Timeline, Box<dyn Error + Send + Sync>> {
    Ok(match dungeon.level(depth)? {
        Floor::Bounded(level) => {
            let attempts = level.attempts();
            Timeline::finished(Frame::Level(level), attempts)
        }
        Floor::Endless(endless) => {
            let around = Rect::around(endless.start()?, ENDLESS_WINDOW.0, ENDLESS_WINDOW.1);
            Timeline::finished(Frame::Draft(Arc::new(endless.window(around)?)), 1)
        }
    })
}
