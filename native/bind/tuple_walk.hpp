// Rows of small integers one after another as tuples.
#pragma once

#include "arrays.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace dealwright {

// Puts an object into a new tuple, which takes it over; without the checks of the stable interface where
// the interpreter's own is compiled for.
inline void put_item(PyObject* tuple, Py_ssize_t at, PyObject* item) {
#ifdef Py_LIMITED_API
    PyTuple_SetItem(tuple, at, item);
#else
    PyTuple_SET_ITEM(tuple, at, item);
#endif
}

// Goes from row to row by a step that changes a row in place, and gives each as a tuple: the last but one, changed
// where it differs, if nobody else holds it. The last one is what a loop still has.
class TupleWalk {
 public:
    using Step = std::function<void(int*)>;

    // ``row`` has the first k entries, all below ``values``, and what else the step needs behind them.
    TupleWalk(std::vector<int> row, int k, int values, u64 count, Step step)
        : step_(std::move(step)), row_(std::move(row)), k_(k), left_(count) {
        for (int i = 0; i < values; ++i) entry_.push_back(PyLong_FromLong(i));     // kept by Python, all below 257
    }
    TupleWalk(TupleWalk&& other) noexcept
        : step_(std::move(other.step_)), row_(std::move(other.row_)), entry_(std::exchange(other.entry_, {})),
          k_(other.k_), left_(other.left_) {}
    ~TupleWalk() {
        for (PyObject* tuple : tuples_) Py_XDECREF(tuple);
        for (PyObject* entry : entry_) Py_DECREF(entry);
    }

    static PyObject* next_of(PyObject* self) { return nb::inst_ptr<TupleWalk>(self)->next(); }

 private:
    PyObject* next() {
        if (left_ == 0) return nullptr;
        if (begun_) step_(row_.data());
        begun_ = true;
        PyObject*& tuple = tuples_[--left_ & 1];
        if (reused_ && tuple != nullptr && Py_REFCNT(tuple) == 1) {
            for (int j = 0; j < k_; ++j) change(tuple, j, entry_[row_[j]]);
        } else {
            Py_XDECREF(tuple);
            tuple = PyTuple_New(k_);
            if (tuple == nullptr) return nullptr;
            for (int j = 0; j < k_; ++j) {
                Py_INCREF(entry_[row_[j]]);
                put_item(tuple, j, entry_[row_[j]]);
            }
        }
        Py_INCREF(tuple);
        return tuple;
    }

    static void change(PyObject* tuple, int j, PyObject* entry) {
#ifdef Py_LIMITED_API
        if (PyTuple_GetItem(tuple, j) == entry) return;
        Py_INCREF(entry);
        PyTuple_SetItem(tuple, j, entry);
#else
        PyObject* before = PyTuple_GET_ITEM(tuple, j);
        if (before == entry) return;
        Py_INCREF(entry);
        PyTuple_SET_ITEM(tuple, j, entry);
        Py_DECREF(before);
#endif
    }

#if PY_VERSION_HEX >= 0x030E0000 || defined(Py_GIL_DISABLED)
    static constexpr bool reused_ = false;                               // a tuple keeps its hash
#else
    const bool reused_ = Py_Version < 0x030E0000;
#endif
    Step step_;
    std::vector<int> row_;
    std::vector<PyObject*> entry_;
    int k_;
    u64 left_;
    bool begun_ = false;
    PyObject* tuples_[2] = {nullptr, nullptr};
};

inline PyType_Slot walk_slots[] = {
    {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
    {Py_tp_iternext, reinterpret_cast<void*>(TupleWalk::next_of)},
    {0, nullptr},
};

}  // namespace dealwright
