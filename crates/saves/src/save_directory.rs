//! The folder of saves, replays and settings.

use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use undercroft_game::Game;
use undercroft_game::record::{Header, Writer};

use crate::files::{self, UNFINISHED, sync_folder};
use crate::lock::{self, Lock};
use crate::save_paths::{self, REPLAY, SavePaths};
use crate::{GameEntry, NewGame, Resources, Resumed, SaveError, SavedGame, listing, resume};

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
            fs::create_dir_all(&folder).map_err(SaveError::file("create", &folder))?;
            this.remove_unfinished(&folder);
        }
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
            return fs::remove_file(path).map_err(SaveError::file("remove", path));
        }
        let paths = SavePaths::of(path)?;
        // The journal goes last: if this is interrupted, the game is still complete.
        let files = [paths.checkpoint(), paths.journal()];
        if files.iter().all(|file| !file.exists()) {
            return Err(SaveError::not_found(path));
        }
        let lock = Lock::acquire(&paths)?;
        for file in files.iter().filter(|file| file.exists()) {
            fs::remove_file(file).map_err(SaveError::file("remove", file))?;
        }
        drop(lock);
        let _ = fs::remove_file(paths.lock());
        let _ = sync_folder(paths.folder());
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
        let (paths, lock) = self.reserve(&game)?;
        let path = paths.journal();
        let mut file = OpenOptions::new().append(true).open(&path).map_err(SaveError::file("write", &path))?;
        let written = file.write_all(&bytes).and_then(|()| file.sync_all()).and_then(|()| sync_folder(paths.folder()));
        if let Err(error) = written {
            // An empty save would be useless.
            let _ = fs::remove_file(&path);
            let _ = fs::remove_file(paths.lock());
            return Err(SaveError::file("write", &path)(error));
        }
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

    /// Finds a name that no game has used, and creates an empty save with it.
    fn reserve(&self, game: &Game) -> Result<(SavePaths, Lock), SaveError> {
        let (folder, replays) = (self.saves_folder(), self.replays_folder());
        let seed = game.seed().to_string();
        for number in 1_u32.. {
            let paths = SavePaths::new(&folder, save_paths::stem(game.plan().name(), &seed, number));
            let replay = replays.join(format!("{}.{REPLAY}", paths.stem()));
            if replay.exists() || paths.checkpoint().exists() || paths.journal().exists() {
                continue;
            }
            let lock = match Lock::acquire(&paths) {
                Err(SaveError::InUse { .. }) => continue,
                lock => lock?,
            };
            let path = paths.journal();
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => return Ok((paths, lock)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(SaveError::file("write", &path)(error)),
            }
        }
        Err(SaveError::file("write", &folder)(ErrorKind::AlreadyExists.into()))
    }

    /// Removes unfinished files, except those of games that are being played.
    fn remove_unfinished(&self, folder: &Path) {
        for name in listing::file_names(folder) {
            // The name is that of the file, a dot, six random letters and the suffix.
            let Some((stem, _)) = name.strip_suffix(UNFINISHED).and_then(|name| name.rsplit_once('.')) else {
                continue;
            };
            // Backups of damaged files have two extensions.
            let stem = stem.strip_suffix(".save").or(stem.strip_suffix(".checkpoint")).unwrap_or(stem);
            if !lock::is_held(&SavePaths::new(&self.saves_folder(), stem).lock()) {
                // A file that cannot be removed does no harm.
                let _ = fs::remove_file(folder.join(&name));
            }
        }
    }
}
