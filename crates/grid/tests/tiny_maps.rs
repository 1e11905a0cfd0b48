//! Maps without cells, with one cell or with one row never cause a panic.

use undercroft_grid::{
    BitGrid, Components, Distances, FieldOfView, Neighbours, Point, Rect, Size, cheapest_path, chokepoints, corridors,
    cuts_apart, dead_ends, field_of_view, flood, is_local_cut, loops_around, shortest_path,
};

const BOTH: [Neighbours; 2] = [Neighbours::Four, Neighbours::Eight];

#[test]
fn every_algorithm_works_on_tiny_maps() {
    for (width, height) in [(0, 0), (0, 5), (5, 0), (1, 1), (1, 5), (5, 1), (64, 0), (0, 64), (2, 2)] {
        let size = Size::new(width, height);
        for open in [BitGrid::new(size), BitGrid::full(size)] {
            let cells = open.count();
            let (here, there) = (Point::new(0, 0), Point::new(width as i32 - 1, height as i32 - 1));
            for neighbours in BOTH {
                assert_eq!(flood(&open, here, neighbours).count(), cells);
                assert_eq!(Components::of(&open, neighbours).count(), usize::from(cells > 0));
                assert_eq!(Distances::from(&open, [here], neighbours).reached().count(), cells);
                assert_eq!(shortest_path(&open, here, there, neighbours).is_some(), cells > 0);
                let cost = |at| open.contains(at).then_some(1);
                assert_eq!(cheapest_path(size, here, there, neighbours, cost).is_some(), cells > 0);
                assert!(!cuts_apart(&open, &open, neighbours));
                assert!(!is_local_cut(&open, here, neighbours) || height == 1 || width == 1);
                assert!(open.shrunk(neighbours).is_empty());
                assert_eq!(open.grown(neighbours).count(), cells);
            }
            assert_eq!(loops_around(&open, 0), 0);
            assert_eq!(chokepoints(&open).count(), if cells == 5 { 3 } else { 0 });
            assert_eq!(corridors(&open).count(), cells);
            assert_eq!(dead_ends(&open).count(), if cells == 5 { 2 } else { 0 });
            assert_eq!(open.largest_rect(size.rect()).area(), cells);
            assert_eq!(open.bounding_rect().area(), cells);
            assert_eq!(open.transposed().count(), cells);
            assert_eq!(open.cropped(Rect::new(-1, -1, 9, 9)).count(), cells.min(8 * height as usize));
            let seen = field_of_view(&open, here, None);
            assert_eq!(seen.count(), if cells > 0 { cells } else { FieldOfView::from(&open, here, Some(3)).count() });
        }
    }
}
