//! The building blocks of screens. Those that show a game read only its [`View`](undercroft_game::View).

pub(crate) mod bar;
pub(crate) mod camera;
pub(crate) mod canvas;
pub(crate) mod help_page;
pub(crate) mod list;
pub(crate) mod log_box;
pub(crate) mod map;
pub(crate) mod play_view;
pub(crate) mod sidebar;
