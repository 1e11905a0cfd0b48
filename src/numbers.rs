//! Numbers as people read them.

/// A count with commas: `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A measurement with about four significant digits, and no trailing zeros.
pub(crate) fn rounded(value: f64) -> String {
    let decimals = if value.abs() >= 100.0 { 1 } else { 3 };
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The minimum, lower quartile, median, upper quartile and maximum of sorted values; `None` if there are none.
pub(crate) fn quartiles<T: Copy>(sorted: &[T]) -> Option<[T; 5]> {
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| sorted[last * quarter / 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_commas_between_thousands() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn measurements_are_short() {
        assert_eq!([0.0, 0.2567, 12.0, 123.45, -0.5].map(rounded), ["0", "0.257", "12", "123.5", "-0.5"]);
    }

    #[test]
    fn quartiles_are_values_of_the_sample() {
        assert_eq!(quartiles(&[1, 2, 3, 4, 5, 6, 7, 8, 9]), Some([1, 3, 5, 7, 9]));
        assert_eq!(quartiles(&[7]), Some([7; 5]));
        assert_eq!(quartiles::<u8>(&[]), None);
    }
}
