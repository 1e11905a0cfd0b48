//! The folder of saves, replays and settings.

use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use undercroft_game::Game;
use undercroft_game::record::{Header, Writer};

use crate::files::{self, UNFINISHED};
use crate::lock::{self, Lock};
use crate::save_paths::{self, REPLAY, SavePaths};
use crate::{GameEntry, NewGame, Resources, Resumed, SaveError, SavedGame, disk, listing, resume};

/// The folder of saves, replays and settings.
#[derive(Clone, Debug)]
pub struct SaveDirectory {
    folder: PathBuf,
}

impl SaveDirectory {
    /// The platform's usual folder for application data, if the user has a home directory.
    #[must_use]
    pub fn default_folder() -> Option<PathBuf> {
        let name = AppStrategyArgs {
            top_level_domain: "org".into(),
            author: "undercroft".into(),
            app_name: "undercroft".into(),
        };
        choose_app_strategy(name).ok().map(|strategy| strategy.data_dir())
    }

    /// Opens a folder. Creates what is missing, and removes unfinished files left by a killed game.
    ///
    /// # Errors
    /// If a folder cannot be created.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, SaveError> {
        let this = Self { folder: folder.into() };
        for folder in [this.saves_folder(), this.replays_folder()] {
            disk::create_folder(&folder).map_err(SaveError::file("create", &folder))?;
            this.remove_unfinished(&folder, "");
        }
        // Other files in this folder may be somebody else's.
        this.remove_unfinished(&this.folder, "scores.");
        Ok(this)
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the settings.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.folder.join("settings.toml")
    }

    /// Reads a text file in the folder; `None` if it does not exist.
    ///
    /// # Errors
    /// If it cannot be read or is not text.
    pub fn read_text(&self, name: &str) -> Result<Option<String>, SaveError> {
        let path = self.folder.join(name);
        let Some(bytes) = files::read(&path)? else { return Ok(None) };
        let text =
            String::from_utf8(bytes).map_err(|_| SaveError::file("read", &path)(ErrorKind::InvalidData.into()))?;
        Ok(Some(text))
    }

    /// Replaces a text file in the folder: after a crash, it holds either the old text or the new one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_text(&self, name: &str, text: &str) -> Result<(), SaveError> {
        files::write_atomically(&self.folder.join(name), text.as_bytes())
    }

    /// The games in progress, newest first. Damaged ones are listed with their problem.
    #[must_use]
    pub fn saves(&self) -> Vec<GameEntry> {
        listing::saves(&self.saves_folder())
    }

    /// The finished games, newest first.
    #[must_use]
    pub fn replays(&self) -> Vec<GameEntry> {
        self.replays_except(|_| false)
    }

    /// The finished games, newest first, except those whose file stem is already known.
    pub(crate) fn replays_except(&self, is_known: impl Fn(&str) -> bool) -> Vec<GameEntry> {
        listing::replays(&self.replays_folder(), is_known)
    }

    /// The games in progress, newest first, with the figures of their last turn. This takes a moment for each game.
    #[must_use]
    pub fn current_saves(&self, resources: &Resources) -> Vec<GameEntry> {
        let mut saves = self.saves();
        for entry in &mut saves {
            listing::bring_up_to_date(entry, resources);
        }
        saves
    }

    /// Deletes a save or a replay permanently.
    ///
    /// # Errors
    /// If the game is being played, or its files cannot be removed.
    pub fn delete(&self, path: &Path) -> Result<(), SaveError> {
        if path.extension().is_some_and(|extension| extension == REPLAY) {
            return disk::remove(path).map_err(SaveError::file("remove", path));
        }
        let paths = SavePaths::of(path)?;
        // The journal goes last: if this is interrupted, the game is still complete.
        let files = [paths.checkpoint(), paths.journal()];
        if files.iter().all(|file| !disk::exists(file)) {
            return Err(SaveError::not_found(path));
        }
        let lock = Lock::acquire(&paths)?;
        for file in files.iter().filter(|file| disk::exists(file)) {
            disk::remove(file).map_err(SaveError::file("remove", file))?;
        }
        drop(lock);
        let _ = disk::remove(&paths.lock());
        let _ = disk::sync_folder(paths.folder());
        Ok(())
    }

    /// Starts a game with its own files.
    ///
    /// # Errors
    /// If the game cannot be started or its files cannot be written.
    pub fn begin(&self, new: NewGame) -> Result<SavedGame, SaveError> {
        let NewGame { resources, plan, seed } = new;
        let found = (resources.find_plan)(&plan)
            .map_err(|reason| SaveError::Plan { plan: plan.clone(), reason: reason.to_string() })?;
        let game = Game::new(resources.content, found, seed)?;
        let header = Header::new(RandomState::new().hash_one(SystemTime::now()), &plan, &game);
        let (writer, bytes) = Writer::begin(&header, None)?;
        let (paths, lock) = self.create(&game, &bytes)?;
        let path = paths.journal();
        let file = disk::open_to_append(&path).map_err(|error| {
            // Nobody has seen this game yet.
            let _ = disk::remove(&path);
            let _ = disk::remove(&paths.lock());
            SaveError::file("write", &path)(error)
        })?;
        Ok(SavedGame::new(game, header, writer, file, paths, lock, self.replays_folder()))
    }

    /// Resumes a game at the last turn played. Damaged files are backed up and repaired as far as possible.
    ///
    /// # Errors
    /// If the game is in use, has another version, or cannot be read at all. Its files are then left unchanged.
    pub fn resume(&self, path: &Path, resources: &Resources) -> Result<Resumed, SaveError> {
        resume::resume(&SavePaths::of(path)?, resources, self.replays_folder())
    }

    fn saves_folder(&self) -> PathBuf {
        self.folder.join("saves")
    }

    fn replays_folder(&self) -> PathBuf {
        self.folder.join("replays")
    }

    /// Finds a name that no game has used, and creates a save with it that starts with the given bytes.
    fn create(&self, game: &Game, bytes: &[u8]) -> Result<(SavePaths, Lock), SaveError> {
        let (folder, replays) = (self.saves_folder(), self.replays_folder());
        let seed = game.seed().to_string();
        for number in 1_u32.. {
            let paths = SavePaths::new(&folder, save_paths::stem(game.plan().name(), &seed, number));
            let (path, replay) = (paths.journal(), replays.join(format!("{}.{REPLAY}", paths.stem())));
            if [&replay, &paths.checkpoint(), &path].iter().any(|path| disk::exists(path)) {
                continue;
            }
            let lock = match Lock::acquire(&paths) {
                Err(SaveError::InUse { .. }) => continue,
                lock => lock.inspect_err(|_| drop(disk::remove(&paths.lock())))?,
            };
            match files::create_atomically(&path, bytes) {
                Ok(()) => return Ok((paths, lock)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    // Also if only the folder could not be synchronised: nobody has seen this game yet.
                    let _ = disk::remove(&path);
                    let _ = disk::remove(&paths.lock());
                    return Err(SaveError::file("write", &path)(error));
                }
            }
        }
        Err(SaveError::file("write", &folder)(ErrorKind::AlreadyExists.into()))
    }

    /// Removes unfinished files whose name starts with a prefix, except those of games that are being played.
    fn remove_unfinished(&self, folder: &Path, prefix: &str) {
        for name in listing::file_names(folder).filter(|name| name.starts_with(prefix)) {
            // The name is that of the file, a dot, six random letters and the suffix.
            let Some((stem, _)) = name.strip_suffix(UNFINISHED).and_then(|name| name.rsplit_once('.')) else {
                continue;
            };
            // Backups of damaged files have two extensions.
            let stem = stem.strip_suffix(".save").or(stem.strip_suffix(".checkpoint")).unwrap_or(stem);
            if !lock::is_held(&SavePaths::new(&self.saves_folder(), stem).lock()) {
                // A file that cannot be removed does no harm.
                let _ = disk::remove(&folder.join(&name));
            }
        }
    }
}
