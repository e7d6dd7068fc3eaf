//! Which vector instructions an engine may use.

use crate::EngineError;
use std::fmt;

/// Levels of vector instructions, selected at run time and forced in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SimdLevel {
    /// Plain 64-bit integers, on any processor.
    Scalar,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors with population count and compress (F, BW, VL, VBMI2, VPOPCNTDQ).
    Avx512,
}

impl SimdLevel {
    /// All levels, weakest first.
    pub const ALL: [SimdLevel; 3] = [SimdLevel::Scalar, SimdLevel::Avx2, SimdLevel::Avx512];

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
        SimdLevel::Scalar
    }

    /// This level, or an error if the processor does not have it.
    pub fn available(self) -> Result<SimdLevel, EngineError> {
        let best = SimdLevel::best();
        if self <= best { Ok(self) } else { Err(EngineError::NoSimd { level: self, best }) }
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SimdLevel::Scalar => "scalar",
            SimdLevel::Avx2 => "avx2",
            SimdLevel::Avx512 => "avx512",
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
