// The drawing part of _native: k of n positions by partial shuffle.
#include "arrays.hpp"

#include <memory>
#include <stdexcept>
#include <vector>

namespace dealwright {
namespace {

using namespace nb::literals;

class Drawing {
public:
    Drawing(int n, int k) : plan_(std::make_unique_for_overwrite<DrawPlan>()) {
        if (k < 0 || k > n || n > kMostOfPack) throw std::invalid_argument("0 <= k <= n <= 4096");
        build_draw_plan(*plan_, n, k);
    }
    const DrawPlan& plan() const { return *plan_; }
    std::vector<u64> room() const {
        return std::vector<u64>(static_cast<std::size_t>(kRoundsAtOnce * plan_->words));
    }

private:
    std::unique_ptr<DrawPlan> plan_;
};

void sets(const Drawing& drawing, const Column<const u32>& key, u64 pack, u64 first,
          Column<u64>& out) {
    if (drawing.plan().n > 64) throw std::invalid_argument("sets have 64 positions at most");
    const Key k = key_of(key);
    nb::gil_scoped_release release;
    std::vector<u64> words = drawing.room();
    body_in_use().draw_sets(drawing.plan(), k, pack, first, out.shape(0), words.data(), out.data());
}

template <auto kernel, typename T>
void rows(const Drawing& drawing, const Column<const u32>& key, u64 first, Table<T>& out) {
    if (out.shape(1) != static_cast<std::size_t>(drawing.plan().k))
        throw std::invalid_argument("rows have k positions");
    const Key k = key_of(key);
    nb::gil_scoped_release release;
    std::vector<u64> words = drawing.room();
    std::vector<u16> holder(static_cast<std::size_t>(drawing.plan().n));
    (body_in_use().*kernel)(drawing.plan(), k, first, out.shape(0), words.data(), holder.data(),
                            out.data());
}

}  // namespace

void bind_draws(nb::module_& m) {
    nb::class_<Drawing>(m, "Drawing", "How k of n positions are drawn.")
        .def(nb::init<int, int>(), "n"_a, "k"_a)
        .def("sets", &sets, "key"_a, "pack"_a, "first"_a, "out"_a)
        .def("bytes", &rows<&Body::draw_bytes, u8>, "key"_a, "first"_a, "out"_a)
        .def("shorts", &rows<&Body::draw_shorts, u16>, "key"_a, "first"_a, "out"_a);
}

}  // namespace dealwright
