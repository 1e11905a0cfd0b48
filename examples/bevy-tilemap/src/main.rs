//! A generated level as sprites in Bevy: `cargo run --release -- SEED`.

use bevy::prelude::*;
use undercroft_mapgen::{Point, Recipe, TileInfo};

/// The side of a cell on the screen, in pixels.
const SIDE: f32 = 12.0;

/// The seed of the level.
#[derive(Resource)]
struct LevelSeed(String);

/// The level itself, for other systems to query.
#[derive(Resource)]
struct Level(undercroft_mapgen::Level);

/// The cell of the level that a sprite shows.
#[derive(Component)]
struct Cell(Point);

#[derive(Component)]
struct Hero;

fn spawn_level(mut commands: Commands, seed: Res<LevelSeed>) -> Result {
    let level = Recipe::named("halls")?.build(seed.0.as_str())?;
    for at in level.size().points() {
        let tile = level.info(at);
        commands.spawn((Sprite::from_color(colour(tile), Vec2::splat(SIDE - 1.0)), position(at, 0.0), Cell(at)));
    }
    let hero = Sprite::from_color(Color::WHITE, Vec2::splat(SIDE - 4.0));
    commands.spawn((hero, position(level.start(), 1.0), Hero));
    commands.spawn((Camera2d, position(level.start(), 2.0)));
    commands.insert_resource(Level(level));
    Ok(())
}

/// Bevy's y axis points up, ours points down.
fn position(at: Point, z: f32) -> Transform {
    Transform::from_xyz(at.x as f32 * SIDE, -at.y as f32 * SIDE, z)
}

fn colour(tile: &TileInfo) -> Color {
    let colour = if tile.walkable { tile.fg } else { tile.bg };
    Color::srgb_u8(colour.red, colour.green, colour.blue)
}

fn main() {
    let seed = std::env::args().nth(1).unwrap_or_else(|| "42".into());
    let mut app = App::new();
    #[cfg(feature = "window")]
    app.add_plugins(DefaultPlugins);
    app.insert_resource(LevelSeed(seed)).add_systems(Startup, spawn_level).run();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_a_sprite_and_the_hero_stands_on_an_open_cell() {
        let mut app = App::new();
        app.insert_resource(LevelSeed("a test".into())).add_systems(Startup, spawn_level);
        app.update();
        let world = app.world_mut();
        let cells: Vec<Point> = world.query::<&Cell>().iter(world).map(|cell| cell.0).collect();
        let hero = *world.query_filtered::<&Transform, With<Hero>>().single(world).unwrap();
        let level = &world.resource::<Level>().0;
        assert_eq!(cells.len(), level.size().points().count());
        let at = Point::new((hero.translation.x / SIDE) as i32, (-hero.translation.y / SIDE) as i32);
        assert!(level.is_open(at));
    }
}
