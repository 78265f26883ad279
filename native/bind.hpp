// What the binding files share: the body in use, and arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#define DEALWRIGHT_BODY binding
#include "body.hpp"

namespace dealwright {

namespace nb = nanobind;

template <typename T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Table = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename T>
using Rows = nb::ndarray<T, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

const Body& body_in_use();
Key key_of(const Column<const u32>& words);   // eight words
void bind_numbering(nb::module_& m);
void bind_equity(nb::module_& m);
void bind_exact(nb::module_& m);
void bind_draws(nb::module_& m);
void bind_poker(nb::module_& m);

}  // namespace dealwright
