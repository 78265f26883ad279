// The bounds of the best line, and the sampling player; see endgame.hpp.
#include <algorithm>
#include <map>

#include "endgame.hpp"

namespace dealwright {

namespace {

constexpr std::size_t kBeam = 8;      // sets of a family while a first line is looked for

}  // namespace


Endgame::Layouts Endgame::winnable() {
    Layouts live;
    for (const Held& held : layouts_)
        if (held.weight != 0 && (!ending_.bounds || makes(root_, held))) live.push_back(held);
    return live;
}

u64 Endgame::weight_of(const Layouts& layouts) {
    u64 sum = 0;
    for (const Held& held : layouts) sum += held.weight;
    return sum;
}

u64 Endgame::double_dummy(Work& work) {
    work_ = &work;
    u64 sum = 0;
    std::vector<u8> open(layouts_.size(), 0);    // who wins a trick matters
    for (std::size_t i = 0; i < layouts_.size(); ++i) {
        ties_ = Ties::defence;
        if (makes(root_, layouts_[i])) {
            sum += layouts_[i].weight;
            continue;
        }
        ties_ = Ties::declarer;
        open[i] = makes(root_, layouts_[i]);
    }
    ties_ = Ties::defence;
    Ending rest = ending_;
    rest.merging = false;
    rest.first.clear();
    rest.weight.clear();
    for (std::size_t i = 0; i < layout_of_.size(); ++i)
        if (open[static_cast<std::size_t>(layout_of_[i])]) {
            rest.first.push_back(ending_.first[i]);
            rest.weight.push_back(ending_.weight[i]);
        }
    if (!rest.first.empty()) sum += Endgame(rest).double_dummy(work);
    if (begun_) high_ = std::min(high_, sum);
    dummy_ = sum;
    return sum;
}

void Endgame::take(const Family& family, const Layouts& live) {
    std::map<u32, bool> wins;
    for (std::size_t i = 0; i < live.size(); ++i)
        wins[live[i].hand[0]] = (family.row(0)[i / 64] >> i % 64 & 1) != 0;
    for (std::size_t i = 0; i < won_.size(); ++i) {
        const auto found = wins.find(layouts_[static_cast<std::size_t>(layout_of_[i])].hand[0]);
        won_[i] = found != wins.end() && found->second;
    }
}

void Endgame::begin() {
    ties_ = Ties::declarer;
    high_ = std::min(dummy_, weight_of(winnable()));
    begun_ = true;
}

// A line that is not the best: few sets of each family are kept.
void Endgame::raise_lower_bound(Work& work) {
    work_ = &work;
    if (!begun_) begin();
    ties_ = Ties::defence;
    const Layouts live = winnable();
    width_ = kBeam;
    forget();
    const Family family = search(root_, live, kAny);
    width_ = 0;
    forget();
    const u64 weight = weight_of(live) - family.lost[0];
    if (weight <= low_) return;
    low_ = weight;
    take(family, live);
}

bool Endgame::narrow_bounds(Work& work) {
    work_ = &work;
    width_ = 0;
    if (!begun_) begin();
    if (low_ == high_) return true;
    // from above: whoever wins a trick of one class, declarer chooses
    ties_ = Ties::declarer;
    Layouts live = winnable();
    u64 most = weight_of(live);
    const u64 limit = ending_.bounds ? std::min(std::max(limit_, most - high_), most - std::min(most, low_ + 1)) : kAny;
    excess_ = kAny;
    Family family = search(root_, live, limit);
    if (family.size() == 0) {    // every strategy loses at least limit + excess_
        const u64 least = excess_ > most - limit ? most : limit + excess_;
        high_ = std::max(low_, std::min(high_, most - least));
        limit_ = std::max({least, limit + limit / 2, most / 256});
        return low_ == high_;
    }
    high_ = std::min(high_, most - family.lost[0]);
    Layouts won;
    for (std::size_t i = 0; i < live.size(); ++i)
        if ((family.row(0)[i / 64] >> i % 64 & 1) != 0) won.push_back(live[i]);
    // from below: the defenders choose; most often the line that was found wins the same
    ties_ = Ties::defence;
    ties_mattered_ = false;
    std::fill(std::begin(mattered_), std::end(mattered_), 0);
    live = winnable();
    most = weight_of(live);
    if (most >= high_) {
        u64 lost = most - high_;
        family = {};
        if (std::all_of(won.begin(), won.end(), [&](const Held& held) { return makes(root_, held); })) {
            family = search(root_, won, 0);
            if (family.size() != 0) live = std::move(won), lost = 0;
        }
        if (family.size() == 0) family = search(root_, live, ending_.bounds ? lost : kAny);
        if (family.size() != 0 && family.lost[0] <= lost) {
            low_ = high_;
            take(family, live);
            return true;
        }
    }
    split();
    limit_ = 0;
    return false;
}

std::vector<u8> Endgame::won() const { return won_; }

}  // namespace dealwright
