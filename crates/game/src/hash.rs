//! A hash that is the same on every machine, for comparing states.

use std::hash::Hasher;

/// FNV-1a over 64-bit words, with a final mix.
#[derive(Debug)]
pub(crate) struct StableHasher(u64);

impl StableHasher {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

/// Every integer counts as 64 bits, so that `usize` hashes the same on 32-bit machines.
macro_rules! write_as_u64 {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(&mut self, n: $type) {
            self.write_u64(n as u64);
        })*
    };
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u8(*byte));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0 ^ n).wrapping_mul(0x0000_0100_0000_01b3);
        self.0 ^= self.0 >> 29;
    }

    write_as_u64!(write_u8: u8, write_u16: u16, write_u32: u32, write_usize: usize);
    write_as_u64!(write_i8: i8, write_i16: i16, write_i32: i32, write_i64: i64, write_isize: isize);
}
