//! The device that a worker runs on.

use crate::SimdLevel;
use std::fmt;

/// The kinds of devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeviceKind {
    /// A core of a processor.
    Cpu,
    /// A graphics processor.
    Gpu,
    /// A stand-in for tests.
    Test,
}

impl DeviceKind {
    /// As a word, for ledgers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DeviceKind::Cpu => "cpu",
            DeviceKind::Gpu => "gpu",
            DeviceKind::Test => "test",
        }
    }
}

/// What a worker runs on, for the record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Device {
    /// What kind of device.
    pub kind: DeviceKind,
    /// The device's own name, for example that of the processor.
    pub name: String,
    /// The instructions that the worker actually uses.
    pub instructions: String,
}

impl Device {
    /// A core of this processor, used with these vector instructions.
    #[must_use]
    pub fn cpu(level: SimdLevel) -> Device {
        Device { kind: DeviceKind::Cpu, name: processor(), instructions: level.to_string() }
    }
}

/// `cpu AMD EPYC 9654, avx512`.
impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.kind.name(), self.name, self.instructions)
    }
}

/// The processor's name as it reports it; its architecture if it reports none.
fn processor() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::__cpuid;
        // Leaves 2 to 4 of the extended range hold 48 characters of text.
        if __cpuid(0x8000_0000).eax >= 0x8000_0004 {
            let words = (2..=4).map(|leaf| __cpuid(0x8000_0000 + leaf));
            let bytes: Vec<u8> = words
                .flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx])
                .flat_map(u32::to_le_bytes)
                .take_while(|&byte| byte != 0)
                .collect();
            let name = String::from_utf8_lossy(&bytes);
            let words: Vec<&str> = name.split_whitespace().collect();
            if !words.is_empty() {
                return words.join(" ");
            }
        }
    }
    std::env::consts::ARCH.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_has_a_name_on_one_line() {
        let device = Device::cpu(SimdLevel::Scalar);
        assert!(!device.name.is_empty() && !device.name.contains(['\n', '\0']), "{device}");
        assert!(device.to_string().ends_with(", scalar"));
    }
}
