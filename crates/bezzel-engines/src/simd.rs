//! Which vector instructions an engine may use.

use crate::EngineError;
use std::fmt;

/// Levels of vector instructions, selected at run time and forced in tests.
///
/// An engine, or a part of one, that has no code for a level runs in plain Rust. Levels are not ordered: no
/// processor has both NEON and AVX2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SimdLevel {
    /// Plain 64-bit integers, on any processor.
    Scalar,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors with population count and compress (F, BW, VL, VBMI2, VPOPCNTDQ).
    Avx512,
    /// 128-bit vectors, on any 64-bit ARM processor.
    Neon,
}

impl SimdLevel {
    /// All levels, for each processor weakest first.
    pub const ALL: [SimdLevel; 4] =
        [SimdLevel::Scalar, SimdLevel::Avx2, SimdLevel::Avx512, SimdLevel::Neon];

    /// The best level this processor has.
    #[must_use]
    pub fn best() -> SimdLevel {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                return SimdLevel::Avx512;
            }
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("popcnt")
            {
                return SimdLevel::Avx2;
            }
        }
        if cfg!(target_arch = "aarch64") { SimdLevel::Neon } else { SimdLevel::Scalar }
    }

    /// This level, or an error if the processor does not have it.
    pub fn available(self) -> Result<SimdLevel, EngineError> {
        let best = SimdLevel::best();
        match (self, best) {
            (SimdLevel::Scalar, _) | (SimdLevel::Avx2, SimdLevel::Avx512) => Ok(self),
            _ if self == best => Ok(self),
            _ => Err(EngineError::NoSimd { level: self, best }),
        }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SimdLevel::Scalar => "scalar",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
            SimdLevel::Neon => "neon",
        })
    }
}

/// For each set of eight lanes the permutation that brings them to the front, in order: AVX2 cannot compress.
#[cfg(target_arch = "x86_64")]
pub(crate) static TO_FRONT: [[u32; 8]; 256] = to_front();

#[cfg(target_arch = "x86_64")]
const fn to_front() -> [[u32; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut lanes = 0;
    while lanes < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < 8 {
            if lanes >> lane & 1 == 1 {
                table[lanes][place] = lane;
                place += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_has_its_best_level_and_none_of_another_architecture() {
        let [scalar, avx2, avx512, neon] = SimdLevel::ALL.map(|level| level.available().is_ok());
        assert!(scalar && SimdLevel::best().available().is_ok());
        assert!(avx2 || !avx512);
        assert_eq!(neon, cfg!(target_arch = "aarch64"));
        assert!(!(neon && avx2));
    }
}
