// Subsets one after another as tuples.
#pragma once

#include "arrays.hpp"

#include <algorithm>

#include "bodies.hpp"
#include "colex.hpp"

namespace dealwright {

// Goes through subsets of consecutive ranks, up or down, and gives each as a tuple: the last but one, changed where it
// differs, if nobody else holds it. The last one is what a loop still has.
class SubsetWalk {
 public:
    SubsetWalk(const ColexOrder& order, bool lex, u64 rank, u64 count, bool down)
        : n_(order.n), k_(order.k), lex_(lex), down_(down), left_(count) {
        u8 first[kMostPositions + 1];
        if (count > 0) body_in_use().unrank_rows[lex](order, &rank, first, 1);
        std::copy(first, first + (count > 0 ? k_ : 0), row_);
        row_[k_] = n_;
        for (int i = 0; i < n_; ++i) entry_[i] = PyLong_FromLong(i);     // kept by Python, all below 257
    }
    SubsetWalk(const SubsetWalk&) = delete;
    ~SubsetWalk() {
        for (PyObject* tuple : tuples_) Py_XDECREF(tuple);
        for (int i = 0; i < n_; ++i) Py_DECREF(entry_[i]);
    }

    static PyObject* next_of(PyObject* self) { return nb::inst_ptr<SubsetWalk>(self)->next(); }

 private:
    PyObject* next() {
        if (left_ == 0) return nullptr;
        --left_;
        int begin = 0, end = k_;
        if (begun_) {
            if (lex_) begin = down_ ? back_in_lex() : on_in_lex();
            else end = down_ ? back_in_colex() : on_in_colex();
        }
        begun_ = true;
        PyObject*& tuple = tuples_[left_ & 1];
        if (reused_ && tuple != nullptr && Py_REFCNT(tuple) == 1) {
            fill(tuple, std::min(begin, begin_), std::max(end, end_));
        } else {
            Py_XDECREF(tuple);
            tuple = PyTuple_New(k_);
            if (tuple == nullptr) return nullptr;
            fill(tuple, 0, k_);
        }
        begin_ = begin, end_ = end;
        Py_INCREF(tuple);
        return tuple;
    }

    void fill(PyObject* tuple, int begin, int end) {
        for (int j = begin; j < end; ++j) {
            Py_INCREF(entry_[row_[j]]);
#ifdef Py_LIMITED_API
            PyTuple_SetItem(tuple, j, entry_[row_[j]]);
#else
            PyObject* before = PyTuple_GET_ITEM(tuple, j);
            PyTuple_SET_ITEM(tuple, j, entry_[row_[j]]);
            Py_XDECREF(before);
#endif
        }
    }

    // Each changes the row, and returns where the changes begin (lex) or end (colex).
    int on_in_lex() {                    // the last that can move does, and those after it close up
        int j = k_ - 1;
        while (row_[j] == n_ - k_ + j) --j;
        const int begin = j;
        ++row_[j];
        for (++j; j < k_; ++j) row_[j] = row_[j - 1] + 1;
        return begin;
    }
    int back_in_lex() {                  // and those after it move to the end
        int j = k_ - 1;
        while (j > 0 && row_[j] == row_[j - 1] + 1) --j;
        const int begin = j;
        --row_[j];
        for (++j; j < k_; ++j) row_[j] = n_ - k_ + j;
        return begin;
    }
    int on_in_colex() {                  // the first that can move does, and those before it begin again
        int j = 0;
        while (row_[j] + 1 == row_[j + 1]) ++j;
        ++row_[j];
        for (int i = 0; i < j; ++i) row_[i] = i;
        return j + 1;
    }
    int back_in_colex() {                // and those before it follow it closely
        int j = 0;
        while (row_[j] == j) ++j;
        --row_[j];
        for (int i = 0; i < j; ++i) row_[i] = row_[j] - j + i;
        return j + 1;
    }

#if PY_VERSION_HEX >= 0x030E0000 || defined(Py_GIL_DISABLED)
    static constexpr bool reused_ = false;                               // a tuple keeps its hash
#else
    const bool reused_ = Py_Version < 0x030E0000;
#endif
    int n_, k_;
    bool lex_, down_;
    u64 left_;
    bool begun_ = false;
    int begin_ = 0, end_ = 0;            // what the last step changed
    PyObject* tuples_[2] = {nullptr, nullptr};
    int row_[kMostPositions + 2];
    PyObject* entry_[kMostPositions + 1];
};

inline PyType_Slot walk_slots[] = {
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(SubsetWalk::next_of)},
    {0, nullptr},
};

}  // namespace dealwright
