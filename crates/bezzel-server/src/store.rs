//! Traces kept in memory, up to a number of bytes; the least recently used are dropped first.

use crate::error::ApiError;
use bezzel::Recording;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::OnceCell;

struct Slot {
    kept: Arc<Recording>,
    bytes: usize,
    /// When it was used last, in uses of the store.
    used: u64,
}

struct Inside {
    slots: HashMap<String, Slot>,
    /// Traces being computed: all requests for the same trace wait for the same cell.
    coming: HashMap<String, Weak<OnceCell<Arc<Recording>>>>,
    bytes: usize,
    uses: u64,
}

/// The traces in memory.
pub struct Store {
    inside: Mutex<Inside>,
    most_bytes: usize,
}

impl Store {
    pub fn new(most_bytes: usize) -> Store {
        let inside = Inside { slots: HashMap::new(), coming: HashMap::new(), bytes: 0, uses: 0 };
        Store { inside: Mutex::new(inside), most_bytes }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The trace with this id, if it is in memory.
    pub fn find(&self, id: &str) -> Option<Arc<Recording>> {
        let mut inside = self.inside();
        inside.uses += 1;
        let now = inside.uses;
        let slot = inside.slots.get_mut(id)?;
        slot.used = now;
        Some(Arc::clone(&slot.kept))
    }

    /// The trace with this id, computed if necessary, but only once for simultaneous requests. If
    /// the client that started it goes away, the next takes over.
    pub async fn find_or(
        &self,
        id: &str,
        compute: impl AsyncFnOnce() -> Result<Recording, ApiError>,
    ) -> Result<(Arc<Recording>, bool), ApiError> {
        if let Some(kept) = self.find(id) {
            return Ok((kept, false));
        }
        let cell = self.cell(id);
        let kept = cell.get_or_try_init(async || compute().await.map(Arc::new)).await?;
        self.insert(id, kept);
        Ok((Arc::clone(kept), true))
    }

    fn cell(&self, id: &str) -> Arc<OnceCell<Arc<Recording>>> {
        let mut inside = self.inside();
        inside.coming.retain(|_, cell| cell.strong_count() > 0);
        if let Some(cell) = inside.coming.get(id).and_then(Weak::upgrade) {
            return cell;
        }
        let cell = Arc::new(OnceCell::new());
        inside.coming.insert(id.to_owned(), Arc::downgrade(&cell));
        cell
    }

    fn insert(&self, id: &str, kept: &Arc<Recording>) {
        let mut inside = self.inside();
        inside.uses += 1;
        let (bytes, used) = (kept.summary().bytes, inside.uses);
        if inside.slots.contains_key(id) {
            return;
        }
        inside.slots.insert(id.to_owned(), Slot { kept: Arc::clone(kept), bytes, used });
        inside.bytes += bytes;
        while inside.bytes > self.most_bytes && inside.slots.len() > 1 {
            let oldest = inside.slots.iter().min_by_key(|(_, slot)| slot.used);
            let oldest = oldest.map(|(id, _)| id.clone()).unwrap_or_default();
            if let Some(slot) = inside.slots.remove(&oldest) {
                inside.bytes -= slot.bytes;
            }
        }
    }

    /// How many traces are in memory, and their bytes.
    pub fn size(&self) -> (usize, usize) {
        let inside = self.inside();
        (inside.slots.len(), inside.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bezzel::{Control, Problem, TraceRequest, record};
    use std::sync::atomic::{AtomicU32, Ordering};

    fn kept(steps: u64) -> Recording {
        let mut request = TraceRequest::new(Problem::queens(12), "backtracking");
        (request.all, request.steps) = (true, Some(steps));
        record(&request, usize::MAX, &Control::new()).unwrap()
    }

    #[tokio::test]
    async fn the_least_recently_used_is_dropped_and_the_limit_holds() {
        let one = kept(1000).summary().bytes;
        let store = Store::new(3 * one);
        for id in ["a", "b", "c"] {
            store.find_or(id, async || Ok(kept(1000))).await.unwrap();
        }
        assert!(store.find("a").is_some());
        store.find_or("d", async || Ok(kept(1000))).await.unwrap();
        assert!(store.find("b").is_none() && store.find("a").is_some());
        assert_eq!(store.size().0, 3);
        assert!(store.size().1 <= 3 * one);
    }

    #[tokio::test]
    async fn simultaneous_requests_compute_once_even_if_the_first_client_leaves() {
        let store = Arc::new(Store::new(1 << 20));
        let times = Arc::new(AtomicU32::new(0));
        let ask = |slow: bool| {
            let (store, times) = (Arc::clone(&store), Arc::clone(&times));
            tokio::spawn(async move {
                let compute = async || {
                    if slow {
                        std::future::pending::<()>().await;
                    }
                    times.fetch_add(1, Ordering::Relaxed);
                    Ok(kept(10))
                };
                store.find_or("x", compute).await.unwrap().0.steps()
            })
        };
        let first = ask(true);
        tokio::task::yield_now().await;
        let others: Vec<_> = (0..9).map(|_| ask(false)).collect();
        tokio::task::yield_now().await;
        first.abort();
        for other in others {
            assert_eq!(other.await.unwrap(), 10);
        }
        assert_eq!(times.load(Ordering::Relaxed), 1);
    }
}
