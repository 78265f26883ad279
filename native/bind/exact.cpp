// The exact counting part of _native: takes a model as a dictionary of arrays.
#include "arrays.hpp"
#include "boxes.hpp"
#include "card_counts.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

namespace dealwright {
namespace {

using namespace nb::literals;

// The arrays of a model, copied; large ones without the interpreter's lock, so that others can stop it.
class Arrays {
public:
    Arrays(const nb::dict& arrays, const Work& work) : arrays_(arrays), work_(work) {}

    template <typename T>
    std::vector<T> all(const std::string& name) const {
        if (!arrays_.contains(name.c_str()))
            throw std::invalid_argument("the model has no array " + name);
        const auto column = nb::cast<Column<const T>>(arrays_[name.c_str()]);
        const std::size_t n = column.shape(0);
        if (n <= kSlice<T>) return std::vector<T>(column.data(), column.data() + n);
        nb::gil_scoped_release release;
        std::vector<T> copy;
        append(copy, column.data(), n, work_);
        return copy;
    }
    template <typename T>
    T one(const std::string& name, std::size_t at = 0) const {
        return all<T>(name).at(at);
    }

private:
    const nb::dict& arrays_;
    const Work& work_;
};

void read_suit(const Arrays& from, const std::string& name, ExactSuit& suit) {
    const auto place = from.all<i32>(name + ".place");   // shift, small, honours
    suit.shift = place.at(0);
    suit.small = static_cast<u32>(place.at(1));
    suit.honours = static_cast<u32>(place.at(2));
    suit.assignment = from.all<u16>(name + ".assignment");
    suit.class_kind = from.all<i32>(name + ".class_kind");
    suit.class_points = from.all<i32>(name + ".class_points");
    suit.class_first = from.all<i32>(name + ".class_first");
    suit.class_size = from.all<i32>(name + ".class_size");
    suit.row_start = from.all<i32>(name + ".row_start");
    suit.row_counts = from.all<u32>(name + ".row_counts");
    suit.row_ways = from.all<double>(name + ".row_ways");
    suit.row_letters = from.all<u16>(name + ".row_letters");
}

void read_seating(const Arrays& from, Seating& seating) {
    seating.owners = from.one<i32>("owners");
    const auto seats = from.all<i32>("owner_seat");
    for (std::size_t i = 0; i < seats.size() && i < 4; ++i) seating.owner_seat[i] = seats[i];
    const auto pool = from.all<i32>("pool_seats");
    seating.pools = static_cast<int>(pool.size());
    if (seating.pools > 3) throw std::invalid_argument("at most three seats share a pool");
    const auto fixed = from.all<u64>("fixed");
    for (int seat = 0; seat < kSeats; ++seat) seating.fixed[seat] = fixed.at(seat);
    int need[3] = {}, left = 0;
    for (int t = 0; t < seating.pools; ++t) {
        seating.pool_seats[t] = pool[t];
        left += need[t] = kRanks - __builtin_popcountll(fixed.at(pool[t]));
    }
    for (int t = 0; t + 1 < seating.pools; ++t) {
        seating.pool_order.emplace_back();
        build_block_order(seating.pool_order.back(), left, need[t]);
        seating.pool_ways *= seating.pool_order.back().total;
        left -= need[t];
    }
}

void read_model(const Arrays& from, ExactModel& model) {
    read_seating(from, model);
    for (int s = 0; s < kSuits; ++s) {
        read_suit(from, "suit" + std::to_string(s), model.suit[s]);
        model.letters[s] = from.all<i32>("letters" + std::to_string(s));
    }
    model.automata = static_cast<int>(model.letters[0].size());
    if (model.automata > kMostAutomata) throw std::invalid_argument("too many automata");
    for (int h = 0; h < 2; ++h) {
        model.classes[h] = from.all<i32>("classes" + std::to_string(h));
        model.add_points[h] = from.all<i32>("add_points" + std::to_string(h));
        model.points[h] = from.one<i32>("points", h);
        model.second_points[h] = 0;
        for (i32 p : model.suit[2 * h + 1].class_points)
            model.second_points[h] = std::max(model.second_points[h], p + 1);
        for (int j = 0; j < model.automata; ++j)
            model.compose[h][j] =
                from.all<i32>("compose" + std::to_string(h) + "." + std::to_string(j));
    }
    for (int j = 0; j < model.automata; ++j) model.fit[j] = from.all<i32>("fit" + std::to_string(j));
    model.outcomes = from.all<i32>("outcomes");
    model.joint = from.all<i32>("joint");
    model.joints = from.one<i32>("joints");
    model.accept_start = from.all<i64>("accept_start");
    model.accept_right = from.all<i32>("accept_right");
    model.accept_weight = from.all<i32>("accept_weight");
}

nb::object big_integer(u128 value) {
    nb::object high = nb::steal(PyLong_FromUnsignedLongLong(static_cast<u64>(value >> 64)));
    nb::object low = nb::steal(PyLong_FromUnsignedLongLong(static_cast<u64>(value)));
    return nb::object(high << nb::int_(64)) | low;
}

// Does some work without the interpreter's lock; returns the operations it took.
template <typename Act>
u64 worked(Work work, Act act) {
    nb::gil_scoped_release release;
    act(work);
    return work.operations();
}

// In how many deals each seat holds each card: 52 * 4 numbers of 128 bits.
template <typename Count>
nb::list cards_of(const Count& count, const Work& work) {
    CardCounts counts;
    worked(work, [&](Work& counting) { count_cards(count, counts, counting); });
    nb::list found;
    for (const auto& seats : counts.of)
        for (u128 deals : seats) found.append(big_integer(deals));
    return found;
}

class ExactCount {
public:
    ExactCount(const nb::dict& model, const Flag& stop, u64 budget)
        : exact_(std::make_unique<Exact>()) {
        const Work work = work_of(stop, budget);
        const Arrays arrays(model, work);
        read_model(arrays, exact_->model);
        std::vector<i32> label;
        if (model.contains("accept_label")) {
            label = arrays.all<i32>("accept_label");
            const i32 labels = arrays.one<i32>("labels");
            if (label.size() != accepted()) throw std::invalid_argument("one label for each pair");
            for (i32 name : label)
                if (name < 0 || name >= labels) throw std::invalid_argument("a label is out of range");
            labelled_.assign(labels, 0);
        }
        const bool labelled = model.contains("accept_label");
        operations_ = worked(work, [&](Work& counting) {
            if (labelled)
                count_labelled(*exact_, label, labelled_, counting);
            else
                count_exact(*exact_, counting);
        });
    }
    nb::list labelled() const {
        nb::list found;
        for (u128 total : labelled_) found.append(big_integer(total));
        return found;
    }

    nb::object total() const { return big_integer(exact_->total); }
    u64 operations() const { return operations_; }
    nb::tuple sizes() const {
        const Exact& e = *exact_;
        i64 pairs[2];
        for (int h = 0; h < 2; ++h) pairs[h] = static_cast<i64>(e.half[h].small_state.size());
        return nb::make_tuple(e.half[0].states(), e.half[1].states(), e.model.points[0],
                              e.model.points[1], pairs[0], pairs[1], e.group_state.size(),
                              e.partner.size());
    }
    std::size_t accepted() const { return exact_->model.accept_right.size(); }
    void entries(Column<u64>& low, Column<u64>& high, const Flag& stop, u64 budget) {
        if (low.shape(0) != accepted() || high.shape(0) != accepted())
            throw std::invalid_argument("one number for each accepted pair of points");
        operations_ += worked(work_of(stop, budget), [&](Work& work) {
            count_entries(*exact_, low.data(), high.data(), work);
        });
    }
    nb::list cards(const Flag& stop) const {
        if (!labelled_.empty()) throw std::invalid_argument("labels are counted, not cards");
        return cards_of(*exact_, work_of(stop, kNoBudget));
    }
    std::size_t bytes() const {
        return bytes_of(*exact_) + labelled_.capacity() * sizeof(u128);
    }
    void prepare(const Flag& stop, u64 budget) {
        if (!labelled_.empty()) throw std::invalid_argument("labels are counted, not drawn");
        if (exact_->ready || exact_->total == 0) return;
        operations_ += worked(work_of(stop, budget), [&](Work& work) { prepare_exact(*exact_, work); });
    }
    void unrank(const Column<const u64>& low, const Column<const u64>& high, Rows<u64>& out) const {
        const Body& body = body_in_use();
        nb::gil_scoped_release release;
        body.unrank_exact(*exact_, low.data(), high.data(), out.data(), out.shape(0));
    }
    void rank(const Rows<const u64>& deals, Column<u64>& low, Column<u64>& high,
              Column<u8>& found, const Flag& stop) const {
        const Work work = work_of(stop, kNoBudget);
        nb::gil_scoped_release release;
        rank_exact(*exact_, deals.data(), low.data(), high.data(), found.data(), deals.shape(0),
                   work);
    }
    void draw(const Column<const u32>& key, u64 first, Rows<u64>& out) const {
        const Key k = key_of(key);
        const Body& body = body_in_use();
        nb::gil_scoped_release release;
        body.draw_exact(*exact_, k, first, out.shape(0), out.data());
    }

private:
    std::unique_ptr<Exact> exact_;
    std::vector<u128> labelled_;
    u64 operations_ = 0;
};

class HonoursCount {
public:
    HonoursCount(const nb::dict& model, const Flag& stop, u64 budget)
        : honours_(std::make_unique<Honours>()) {
        const Work work = work_of(stop, budget);
        read(Arrays(model, work), *honours_);
        operations_ = worked(work, [&](Work& counting) { count_honours(*honours_, counting); });
    }

    nb::object total() const { return big_integer(honours_->total); }
    u64 operations() const { return operations_; }
    nb::tuple sizes() const {
        const Honours& h = *honours_;
        return nb::make_tuple(h.half[0].cells(), h.half[1].cells(), h.accept_start.size() - 1,
                              h.right_start.size() - 1, h.half[0].cells(), h.half[1].cells(),
                              h.half[0].cells(), h.pair.size());
    }
    std::size_t accepted() const { return honours_->accept_right.size(); }
    void entries(Column<u64>& low, Column<u64>& high, const Flag& stop, u64 budget) {
        if (low.shape(0) != accepted() || high.shape(0) != accepted())
            throw std::invalid_argument("one number for each accepted pair of points");
        operations_ += worked(work_of(stop, budget), [&](Work& work) {
            entries_honours(*honours_, low.data(), high.data(), work);
        });
    }
    nb::list cards(const Flag& stop) const {
        return cards_of(*honours_, work_of(stop, kNoBudget));
    }
    std::size_t bytes() const { return bytes_of(*honours_); }
    void prepare(const Flag& stop, u64 budget) {
        if (honours_->ready || honours_->total == 0) return;
        operations_ += worked(work_of(stop, budget), [&](Work& work) { prepare_honours(*honours_, work); });
    }
    void unrank(const Column<const u64>& low, const Column<const u64>& high, Rows<u64>& out) const {
        const Body& body = body_in_use();
        nb::gil_scoped_release release;
        body.unrank_honours(*honours_, low.data(), high.data(), out.data(), out.shape(0));
    }
    void rank(const Rows<const u64>& deals, Column<u64>& low, Column<u64>& high,
              Column<u8>& found, const Flag& stop) const {
        const Work work = work_of(stop, kNoBudget);
        nb::gil_scoped_release release;
        rank_honours(*honours_, deals.data(), low.data(), high.data(), found.data(), deals.shape(0),
                   work);
    }
    void draw(const Column<const u32>& key, u64 first, Rows<u64>& out) const {
        const Key k = key_of(key);
        const Body& body = body_in_use();
        nb::gil_scoped_release release;
        body.draw_honours(*honours_, k, first, out.shape(0), out.data());
    }

private:
    static void read(const Arrays& from, Honours& h) {
        read_seating(from, h);
        const auto need = from.all<i32>("need");
        for (int owner = 0; owner < h.owners; ++owner) h.need[owner] = need.at(owner);
        h.small = from.one<u64>("small");
        for (int half = 0; half < 2; ++half) {
            const std::string name = "half" + std::to_string(half);
            h.half[half].ranks = from.all<u64>(name + ".ranks");
            h.half[half].counts = from.all<u8>(name + ".counts");
            h.half[half].ways = from.all<u64>(name + ".ways");
            h.half[half].code = from.all<u32>(name + ".code");
            h.half[half].points = from.all<i32>(name + ".points");
        }
        h.accept_start = from.all<i64>("accept_start");
        h.accept_right = from.all<i32>("accept_right");
        h.accept_weight = from.all<i32>("accept_weight");
        h.right_start = from.all<i32>("right_start");
    }

    std::unique_ptr<Honours> honours_;
    u64 operations_ = 0;
};

// Deals by scores: counted only.
class BoxCount {
public:
    BoxCount(const nb::dict& model, const Flag& stop, u64 budget) {
        const Work work = work_of(stop, budget);
        read(Arrays(model, work));
        operations_ = worked(work, [&](Work& counting) {
            check_boxes(boxes_, counting);
            count_boxes(boxes_, counting);
        });
    }
    nb::object total() const { return big_integer(boxes_.total); }
    u64 operations() const { return operations_; }
    u32 used() const { return boxes_.used; }

private:
    void read(const Arrays& from) {
        read_seating(from, boxes_);
        const auto need = from.all<i32>("need");
        for (std::size_t owner = 0; owner < need.size() && owner < 4; ++owner)
            boxes_.cards |= static_cast<u32>(need[owner]) << 8 * owner;
        boxes_.caps = from.all<i32>("caps");
        boxes_.labels = from.all<i32>("labels");
        boxes_.scored = static_cast<int>(boxes_.caps.size());
        for (int s = 0; s < kSuits; ++s) {
            const std::string name = "suit" + std::to_string(s);
            BoxSuit& suit = boxes_.suit[s];
            suit.cards = from.all<u32>(name + ".cards");
            suit.letters = from.all<u16>(name + ".letters");
            suit.start = from.all<i32>(name + ".start");
            suit.score = from.all<i32>(name + ".score");
            suit.offset = from.all<i32>(name + ".offset");
            suit.low = from.all<u8>(name + ".low");
            suit.high = from.all<u8>(name + ".high");
            suit.value = from.all<u8>(name + ".value");
            for (double ways : from.all<double>(name + ".ways")) suit.ways.push_back(static_cast<u64>(ways));
            boxes_.letters[s] = from.all<i32>("letters" + std::to_string(s));
            boxes_.scores[s] = from.one<i32>("scores", s);
        }
        boxes_.automata = static_cast<int>(boxes_.letters[0].size());
        if (boxes_.automata > kMostAutomata || boxes_.scored > kMostScored)
            throw std::invalid_argument("too many automata");
        for (int j = 0; j < boxes_.automata; ++j) boxes_.fit[j] = from.all<i32>("fit" + std::to_string(j));
        for (int h = 0; h < 2; ++h) {
            boxes_.classes[h] = from.all<i32>("classes" + std::to_string(h));
            boxes_.add[h] = from.all<i32>("add" + std::to_string(h));
            boxes_.most[h] = from.all<i32>("most" + std::to_string(h));
            for (int j = 0; j < boxes_.automata; ++j)
                boxes_.compose[h][j] =
                    from.all<i32>("compose" + std::to_string(h) + "." + std::to_string(j));
        }
        boxes_.ranges = from.all<i32>("ranges");
        for (int d = 0; d < boxes_.scored; ++d) {
            const auto numbers = from.all<i32>("range" + std::to_string(d));
            for (std::size_t at = 0; at + 2 < numbers.size(); at += 3)
                boxes_.range[d].push_back({numbers[at], numbers[at + 1], numbers[at + 2]});
        }
        boxes_.accepted = from.all<u8>("accepted");
        boxes_.vectors = from.all<u32>("vectors");
        boxes_.times = from.all<i32>("times");
        boxes_.role = from.all<i32>("role");
        boxes_.turned = from.all<i32>("turned");
        boxes_.mirrored = from.one<i32>("mirrored") != 0;
        boxes_.shortcuts = from.one<u32>("shortcuts");
        boxes_.products = from.one<i32>("products");
        boxes_.product = from.all<u64>("product");
        boxes_.wide = from.one<i32>("wide") != 0;
        boxes_.shares = from.one<u64>("shares");
    }

    Boxes boxes_;
    u64 operations_ = 0;
};

template <typename Count>
nb::class_<Count> bind_count(nb::module_& m, const char* name, const char* doc) {
    return nb::class_<Count>(m, name, doc)
        .def(nb::init<const nb::dict&, const Flag&, u64>(), "model"_a,
             "stop"_a.noconvert().none(), "budget"_a)
        .def("total", &Count::total)
        .def("operations", &Count::operations)
        .def("sizes", &Count::sizes)
        .def("bytes", &Count::bytes)
        .def("accepted", &Count::accepted)
        .def("entries", &Count::entries, "low"_a, "high"_a, "stop"_a.noconvert().none(), "budget"_a)
        .def("cards", &Count::cards, "stop"_a.noconvert().none())
        .def("prepare", &Count::prepare, "stop"_a.noconvert().none(), "budget"_a)
        .def("unrank", &Count::unrank, "low"_a, "high"_a, "out"_a)
        .def("rank", &Count::rank, "deals"_a, "low"_a, "high"_a, "found"_a,
             "stop"_a.noconvert().none())
        .def("draw", &Count::draw, "key"_a, "first"_a, "out"_a);
}

}  // namespace

void bind_exact(nb::module_& m) {
    bind_count<ExactCount>(m, "ExactCount", "The deals of a condition, counted and numbered.")
        .def("labelled", &ExactCount::labelled);
    bind_count<HonoursCount>(m, "HonoursCount", "The same where only sums of honours count.");
    nb::class_<BoxCount>(m, "BoxCount", "The deals of a condition on hands' scores, counted.")
        .def(nb::init<const nb::dict&, const Flag&, u64>(), "model"_a,
             "stop"_a.noconvert().none(), "budget"_a)
        .def("total", &BoxCount::total)
        .def("operations", &BoxCount::operations)
        .def("used", &BoxCount::used);
}

}  // namespace dealwright
