// The tables of a poker game as the Python module keeps them.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <vector>

#include "poker_tables.hpp"

namespace dealwright {

class Poker {
public:
    Poker(u32 ranks, const std::vector<int>& order, const std::vector<int>& straights, bool low,
          bool ace_low, bool flushes, int limit)
        : tables_(std::make_unique<PokerTables>()) {
        if (ranks >= kHoldings || order.size() > kCategories || straights.size() > kMostStraights)
            throw std::invalid_argument("no such rules");
        PokerRules rules{};
        rules.ranks = ranks;
        rules.categories = static_cast<int>(order.size());
        std::copy(order.begin(), order.end(), rules.order);
        rules.straights = static_cast<int>(straights.size());
        std::copy(straights.begin(), straights.end(), rules.straight);
        rules.low = low;
        rules.ace_low = ace_low;
        rules.flushes = flushes;
        rules.limit = static_cast<u16>(limit);
        build_poker_tables(*tables_, rules);
    }
    const PokerTables& tables() const { return *tables_; }
    int worst() const { return tables_->worst; }

private:
    std::unique_ptr<PokerTables> tables_;
};

}  // namespace dealwright
