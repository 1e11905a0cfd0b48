//! The folder where settings, saves and replays live.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use undercroft_game::Game;
use undercroft_game::record::{Header, Writer};

use crate::files::{UNFINISHED, sync_folder};
use crate::lock::{self, Lock};
use crate::place::{self, Place, REPLAY};
use crate::{Entry, Resumed, Running, Setting, ShelfError, World, list, resume};

/// The folder where settings, saves and replays live.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// The platform's place for a program's data, if the user has a home.
    #[must_use]
    pub fn usual_folder() -> Option<PathBuf> {
        let name = AppStrategyArgs {
            top_level_domain: "org".into(),
            author: "undercroft".into(),
            app_name: "undercroft".into(),
        };
        choose_app_strategy(name).ok().map(|strategy| strategy.data_dir())
    }

    /// Opens a shelf; makes the folders that lack, and clears away what a killed game left half written.
    ///
    /// # Errors
    /// Where a folder lacks and cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, ShelfError> {
        let shelf = Self { folder: folder.into() };
        for folder in [shelf.saves_folder(), shelf.replays_folder()] {
            fs::create_dir_all(&folder).map_err(ShelfError::file("make", &folder))?;
            shelf.clear(&folder);
        }
        Ok(shelf)
    }

    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the settings are.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.folder.join("settings.toml")
    }

    /// The games that can be gone on with, the newest first. Damaged ones are there too, with a word about it.
    #[must_use]
    pub fn saves(&self) -> Vec<Entry> {
        list::saves(&self.saves_folder())
    }

    /// The games that have ended, the newest first.
    #[must_use]
    pub fn replays(&self) -> Vec<Entry> {
        list::replays(&self.replays_folder())
    }

    /// Begins a game in files of its own.
    ///
    /// # Errors
    /// Where the game cannot be made, or its files.
    pub fn begin(&self, setting: Setting) -> Result<Running, ShelfError> {
        let Setting { world, plan, seed } = setting;
        let found = (world.find_plan)(&plan).map_err(|reason| ShelfError::Plan { plan: plan.clone(), reason })?;
        let game = Game::new(world.content, found, seed)?;
        let header = Header::new(RandomState::new().hash_one(SystemTime::now()), &plan, &game);
        let (writer, bytes) = Writer::begin(&header, None)?;
        let (place, lock) = self.reserve(&game)?;
        let path = place.journal();
        let failed = || ShelfError::file("write", &path);
        let mut file = OpenOptions::new().append(true).open(&path).map_err(failed())?;
        let written = file.write_all(&bytes).and_then(|()| file.sync_all()).and_then(|()| sync_folder(place.folder()));
        if let Err(error) = written {
            // An empty save would only be in the way.
            let _ = fs::remove_file(&path);
            let _ = fs::remove_file(place.lock());
            return Err(failed()(error));
        }
        Ok(Running::new(game, header, writer, file, place, lock, self.replays_folder()))
    }

    /// Goes on with a game, at the very turn that was played last. What is damaged is mended as far as it can be, and a
    /// copy of it kept.
    ///
    /// # Errors
    /// Where it is in use, of another version, or nothing of it can be read. Its files are left as they are then.
    pub fn resume(&self, path: &Path, world: &World) -> Result<Resumed, ShelfError> {
        resume::resume(&Place::of(path)?, world, self.replays_folder())
    }

    pub(crate) fn saves_folder(&self) -> PathBuf {
        self.folder.join("saves")
    }

    pub(crate) fn replays_folder(&self) -> PathBuf {
        self.folder.join("replays")
    }

    /// Finds a name that no game has or had, and makes an empty save of it.
    fn reserve(&self, game: &Game) -> Result<(Place, Lock), ShelfError> {
        let (folder, replays) = (self.saves_folder(), self.replays_folder());
        let seed = game.seed().to_string();
        for number in 1_u32.. {
            let place = Place::new(&folder, place::stem(game.plan().name(), &seed, number));
            let replay = replays.join(format!("{}.{REPLAY}", place.stem()));
            if replay.exists() || place.checkpoint().exists() || place.journal().exists() {
                continue;
            }
            let lock = match Lock::take(&place) {
                Err(ShelfError::InUse { .. }) => continue,
                lock => lock?,
            };
            let path = place.journal();
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok((place, lock)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(ShelfError::file("write", &path)(error)),
            }
        }
        Err(ShelfError::file("write", &folder)(ErrorKind::AlreadyExists.into()))
    }

    /// Removes what was being written when a game was killed. What a game that is being played writes is left alone.
    fn clear(&self, folder: &Path) {
        let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let names = names.filter_map(|name| name.into_string().ok());
        for name in names.filter(|name| name.ends_with(UNFINISHED)) {
            let written = name.strip_suffix(UNFINISHED).and_then(|name| name.rsplit_once('.'));
            let Some((stem, _)) = written else { continue };
            // A copy of a damaged save is called after the save's whole name.
            let stem = stem.strip_suffix(".save").or(stem.strip_suffix(".checkpoint")).unwrap_or(stem);
            if !lock::is_held(&Place::new(&self.saves_folder(), stem).lock()) {
                // Where it cannot be removed it does no harm.
                let _ = fs::remove_file(folder.join(&name));
            }
        }
    }
}
