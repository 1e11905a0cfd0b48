//! dev only
use undercroft_mapgen::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (w, h): (u32, u32) = (a[3].parse().unwrap(), a[4].parse().unwrap());
    let d: u32 = a.get(5).map_or(1, |d| d.parse().unwrap());
    let mut recipe = Recipe::named(&a[1]).unwrap();
    if w > 0 {
        recipe = recipe.sized(w, h);
    }
    for seed in a[2].split(',') {
        match recipe.build_at(seed, d) {
            Ok(l) => {
                println!(
                    "{l}{seed} attempts {} rooms {} vaults {:?}",
                    l.attempts(),
                    l.rooms.len(),
                    l.vaults.iter().map(|v| (&*v.name)).collect::<Vec<_>>()
                )
            }
            Err(e) => println!("{e}"),
        }
    }
}
