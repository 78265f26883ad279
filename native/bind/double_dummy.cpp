// The double-dummy part of _native: the searches of one thread.
#include <stdexcept>
#include <vector>

#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "double_dummy.hpp"

namespace dealwright {
namespace {

using namespace nb::literals;

using Answers = Column<signed char>;

class DoubleDummySearch {
public:
    explicit DoubleDummySearch(std::size_t bytes)
        : searches_(body_in_use().double_dummy(bytes)), questions_(*searches_) {}

    void tables(const Rows<const u64>& deals, int strains, const Answers& out, const Flag& stop) {
        run(deals, out, kSeats * (kSuits + 1), stop, [&](Work& work) {
            questions_.tables(deals.data(), deals.shape(0), strains, out.data(), work);
        });
    }
    void contracts(const Rows<const u64>& deals, int strain, int declarer, int goal, const Answers& out,
                   const Flag& stop) {
        check(strain, declarer);
        run(deals, out, 1, stop, [&](Work& work) {
            questions_.contracts(deals.data(), deals.shape(0), strain, declarer, goal, out.data(), work);
        });
    }
    void leads(const Rows<const u64>& deals, int strain, int declarer, int goal, const Answers& out,
               const Flag& stop) {
        check(strain, declarer);
        run(deals, out, kCards, stop, [&](Work& work) {
            questions_.leads(deals.data(), deals.shape(0), strain, declarer, goal, out.data(), work);
        });
    }
    void cards(const std::vector<u64>& hands, int strain, int leader, const std::vector<int>& table, const Answers& out,
               const Flag& stop) {
        check(strain, leader);
        if (hands.size() != kSeats || table.size() >= kSeats || out.shape(0) != kCards)
            throw std::invalid_argument("no such position");
        PlayPosition position{{hands[0], hands[1], hands[2], hands[3]}, strain, leader, 0, {}};
        for (const int card : table) {
            if (card < 0 || card >= kCards) throw std::invalid_argument("no such card");
            position.table[position.cards_on_table++] = card;
        }
        Work work = work_of(stop, kNoBudget);
        nb::gil_scoped_release release;
        questions_.cards(position, out.data(), work);
    }
    void forget() { searches_->forget(); }
    std::size_t bytes() const { return searches_->bytes(); }
    u64 tricks_searched() const { return searches_->tricks_searched(); }

private:
    static void check(int strain, int seat) {
        if (strain < 0 || strain > kNoTrump || seat < 0 || seat >= kSeats) throw std::invalid_argument("no such play");
    }
    template <typename Ask>
    static void run(const Rows<const u64>& deals, const Answers& out, std::size_t width, const Flag& stop, Ask ask) {
        if (out.shape(0) != deals.shape(0) * width) throw std::invalid_argument("an answer for each deal");
        Work work = work_of(stop, kNoBudget);
        nb::gil_scoped_release release;
        ask(work);
    }
    std::unique_ptr<DoubleDummy> searches_;
    DealQuestions questions_;
};

}  // namespace

void bind_double_dummy(nb::module_& m) {
    nb::class_<DoubleDummySearch>(m, "DoubleDummy", "Tricks under perfect play: the searches of one thread.")
        .def(nb::init<std::size_t>(), "bytes"_a)
        .def("tables", &DoubleDummySearch::tables, "deals"_a, "strains"_a, "out"_a, "stop"_a)
        .def("contracts", &DoubleDummySearch::contracts, "deals"_a, "strain"_a, "declarer"_a, "goal"_a, "out"_a,
             "stop"_a)
        .def("leads", &DoubleDummySearch::leads, "deals"_a, "strain"_a, "declarer"_a, "goal"_a, "out"_a, "stop"_a)
        .def("cards", &DoubleDummySearch::cards, "hands"_a, "strain"_a, "leader"_a, "table"_a, "out"_a, "stop"_a)
        .def("forget", &DoubleDummySearch::forget)
        .def("bytes", &DoubleDummySearch::bytes)
        .def("tricks_searched", &DoubleDummySearch::tricks_searched);
}

}  // namespace dealwright
