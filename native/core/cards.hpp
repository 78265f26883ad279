// Cards as bits: card 13*suit + rank, suits clubs diamonds hearts spades, deuce 0 to ace 12.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dealwright {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u128 = unsigned __int128;

inline constexpr int kSeats = 4;
inline constexpr int kSuits = 4;
inline constexpr int kRanks = 13;
inline constexpr int kCards = kSuits * kRanks;
inline constexpr u64 kPack = (u64{1} << kCards) - 1;
inline constexpr u32 kHoldings = u32{1} << kRanks;

}  // namespace dealwright
