//! Threads for batches. A forked process has none of its parent's threads, so each process makes its own.

use std::mem;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::error;

static SHARED: Mutex<Option<Pool>> = Mutex::new(None);

/// A pool, and the process that its threads live in.
#[derive(Clone)]
pub(crate) struct Pool {
    process: u32,
    threads: Arc<ThreadPool>,
}

impl Pool {
    /// A pool of `threads` threads; 0 means one per core.
    pub(crate) fn new(threads: usize) -> PyResult<Self> {
        let threads = ThreadPoolBuilder::new().num_threads(threads).build().map_err(error)?;
        Ok(Self { process: process::id(), threads: Arc::new(threads) })
    }

    /// The pool that all batches share.
    pub(crate) fn shared() -> PyResult<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        match &*shared {
            Some(pool) if pool.is_alive() => Ok(pool.clone()),
            _ => {
                let pool = Self::new(0)?;
                // Dropping the pool of another process would wait for threads that do not exist here.
                mem::forget(shared.replace(pool.clone()));
                Ok(pool)
            }
        }
    }

    /// The pool itself, or a new one of the same size after a fork.
    pub(crate) fn revived(self) -> PyResult<Self> {
        if self.is_alive() {
            return Ok(self);
        }
        let pool = Self::new(self.threads.current_num_threads())?;
        mem::forget(self);
        Ok(pool)
    }

    fn is_alive(&self) -> bool {
        self.process == process::id()
    }

    pub(crate) fn threads(&self) -> &ThreadPool {
        &self.threads
    }
}
