//! Translates terminal events into input.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::input::{Input, Pointer};
use crate::keys::{Chord, Key};

/// The input for a terminal event; `None` if programs do not need it.
pub(super) fn input(event: Event) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => chord(key).map(Input::Key),
        Event::Mouse(mouse) => {
            let what = match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Pointer::Left,
                MouseEventKind::Down(MouseButton::Right) => Pointer::Right,
                MouseEventKind::Moved => Pointer::Hover,
                MouseEventKind::ScrollUp => Pointer::WheelUp,
                MouseEventKind::ScrollDown => Pointer::WheelDown,
                _ => return None,
            };
            Some(Input::Mouse { column: mouse.column, row: mouse.row, what })
        }
        Event::Paste(text) => Some(Input::Paste(text)),
        Event::Resize(width, height) => Some(Input::Resize(width, height)),
        _ => None,
    }
}

fn chord(event: KeyEvent) -> Option<Chord> {
    let holds = |modifier| event.modifiers.contains(modifier);
    let (ctrl, alt, mut shift) = (holds(KeyModifiers::CONTROL), holds(KeyModifiers::ALT), holds(KeyModifiers::SHIFT));
    let key = match event.code {
        KeyCode::Char(letter) => {
            shift = false;
            Key::Character(letter)
        }
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::KeypadBegin => Key::Centre,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => {
            shift = true;
            Key::Tab
        }
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Insert => Key::Insert,
        KeyCode::Delete => Key::Delete,
        KeyCode::F(number) => Key::Function(number),
        _ => return None,
    };
    Some(Chord { key, ctrl, alt, shift })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_get_their_names_from_the_settings_file() {
        let of = |code, modifiers| chord(KeyEvent::new(code, modifiers)).map(|chord| chord.to_string());
        assert_eq!(of(KeyCode::Char('W'), KeyModifiers::SHIFT).as_deref(), Some("W"));
        assert_eq!(of(KeyCode::Char('c'), KeyModifiers::CONTROL).as_deref(), Some("ctrl-c"));
        assert_eq!(of(KeyCode::BackTab, KeyModifiers::NONE).as_deref(), Some("shift-tab"));
        assert_eq!(of(KeyCode::KeypadBegin, KeyModifiers::NONE).as_deref(), Some("centre"));
        assert_eq!(of(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }
}
