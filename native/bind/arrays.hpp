// What the binding files share: the body in use, and arrays.
#pragma once

#include <optional>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include "bodies.hpp"
#include "work.hpp"

namespace dealwright {

namespace nb = nanobind;

template <typename T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Table = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Rows = nb::ndarray<T, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

using Flag = std::optional<Column<const u8>>;    // its first byte says whether to stop

Work work_of(const Flag& stop, u64 budget);

// Runs a search without the interpreter's lock, and adds its operations to a sum, however it ends.
template <typename Find>
auto counted(const Flag& stop, u64 budget, u64& operations, Find find) {
    Work work = work_of(stop, budget);
    nb::gil_scoped_release release;
    struct Counted {
        const Work& work;
        u64& sum;
        ~Counted() { sum += work.operations(); }
    } when_done{work, operations};
    return find(work);
}

Key key_of(const Column<const u32>& words);   // eight words
void bind_numbering(nb::module_& m);
void bind_double_dummy(nb::module_& m);
void bind_endgame(nb::module_& m);
void bind_equity(nb::module_& m);
void bind_exact(nb::module_& m);
void bind_draws(nb::module_& m);
void bind_poker(nb::module_& m);
void bind_board_text(nb::module_& m);
void bind_handicap(nb::module_& m);

}  // namespace dealwright
