// The Python module _native: converts arrays, releases the GIL. No checks beyond
// what would crash; dealwright.base.kernels is the gate that validates and allocates.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "arrays.hpp"

namespace dealwright {
namespace {

using namespace nb::literals;

class PredealtPack {
public:
    explicit PredealtPack(const Column<const u64>& fixed) : plan_(std::make_unique<DealPlan>()) {
        if (fixed.shape(0) != kSeats) throw std::invalid_argument("four masks are needed");
        build_deal_plan(*plan_, fixed.data());
    }
    const DealPlan& plan() const { return *plan_; }

private:
    std::unique_ptr<DealPlan> plan_;
};

// Owns the code of some expressions; the tables stay in the Python array that came with them.
class Program {
public:
    Program(const nb::ndarray<const i32, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>& code,
            const Column<const i64>& ends, const Column<const i64>& upto,
            Column<const unsigned char> tables)
        : tables_(std::move(tables)) {
        if (upto.shape(0) != kSeats) throw std::invalid_argument("four counts are needed");
        const i32* row = code.data();
        for (std::size_t i = 0; i < code.shape(0); ++i, row += 4)
            code_.push_back({static_cast<Op>(row[0]), row[1], row[2], row[3]});
        std::size_t begin = 0;
        for (std::size_t i = 0; i < ends.shape(0); ++i) {
            const std::size_t end = static_cast<std::size_t>(ends.data()[i]);
            clauses_.push_back({code_.data() + begin, end - begin, tables_.data()});
            begin = end;
        }
        filter_.clause = clauses_.data();
        filter_.clauses = clauses_.size();
        for (int seat = 0; seat < kSeats; ++seat)
            filter_.upto[seat] = static_cast<std::size_t>(upto.data()[seat]);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    const Filter& filter() const { return filter_; }

private:
    Column<const unsigned char> tables_;
    std::vector<Instruction> code_;
    std::vector<Expression> clauses_;
    Filter filter_;
};

void words(const Column<const u32>& key, int rounds, u64 nonce, u64 first, Column<u64>& out) {
    const Key k = key_of(key);
    nb::gil_scoped_release release;
    body_in_use().words(k, rounds, nonce, first, out.data(), out.shape(0));
}

void deal(const PredealtPack& pack, const Column<const u32>& key, u64 first, Rows<u64>& out) {
    const Key k = key_of(key);
    nb::gil_scoped_release release;
    body_in_use().deal(pack.plan(), k, first, out.shape(0), out.data());
}

void evaluate(const Program& program, const Rows<const u64>& deals, Column<i32>& out) {
    nb::gil_scoped_release release;
    body_in_use().evaluate(program.filter().clause[0], deals.data(), deals.shape(0), out.data());
}

nb::tuple filter(const PredealtPack& pack, const Column<const u32>& key, const Program& program,
                 u64 first, u64 n, Rows<u64>& deals, Column<u64>& attempts) {
    const Key k = key_of(key);
    FilterResult result;
    {
        nb::gil_scoped_release release;
        result = body_in_use().filter(pack.plan(), k, program.filter(), first, n, deals.shape(0),
                                deals.data(), attempts.data());
    }
    return nb::make_tuple(result.found, result.tried);
}

u64 count(const PredealtPack& pack, const Column<const u32>& key, const Program& program, u64 first,
          u64 n) {
    const Key k = key_of(key);
    nb::gil_scoped_release release;
    return body_in_use().filter(pack.plan(), k, program.filter(), first, n, ~u64{0}, nullptr, nullptr)
        .found;
}

std::vector<std::string> bodies() {
    std::vector<std::string> names;
    for (const Body* body : available_bodies()) names.emplace_back(body->name);
    return names;
}

void choose_body(const std::string& name) {
    if (!use_body(name))
        throw std::invalid_argument("this processor cannot run the kernel body '" + name + "'");
}

// What work throws, as the errors of the package that are meant for it.
void raise_of_work(const std::exception_ptr& thrown, void*) {
    const auto raise = [](const char* name, const char* message) {
        const nb::object kind = nb::module_::import_("dealwright.base.errors").attr(name);
        PyErr_SetString(kind.ptr(), message);
    };
    try {
        std::rethrow_exception(thrown);
    } catch (const Stopped&) {
        raise("Stopped", "work was stopped before it was done");
    } catch (const BudgetExceeded&) {
        raise("BudgetExceeded", "the work would exceed its budget of operations");
    } catch (const InvariantBroken& broken) {
        raise("InvariantError", broken.what);
    }
}

}  // namespace

Work work_of(const Flag& stop, u64 budget) {
    if (stop && stop->shape(0) != 1) throw std::invalid_argument("a flag is one byte");
    return Work(stop ? stop->data() : nullptr, budget);
}

Key key_of(const Column<const u32>& words) {
    if (words.shape(0) != 8) throw std::invalid_argument("a key has 8 words");
    Key key;
    for (int i = 0; i < 8; ++i) key.word[i] = words.data()[i];
    return key;
}

}  // namespace dealwright

NB_MODULE(_native, m) {
    using namespace dealwright;
    using namespace nb::literals;
    nb::set_leak_warnings(false);   // features keep their programs until the process ends
    m.doc() = "Compiled kernels; use dealwright.base.kernels, which checks what these do not.";
    nb::register_exception_translator(raise_of_work);
    nb::class_<PredealtPack>(m, "PredealtPack",
                             "A pack of 52 with some cards already at their seats.")
        .def(nb::init<const Column<const u64>&>(), "fixed"_a);
    nb::class_<Program>(m, "Program", "Expressions as code and tables, one for each clause.")
        .def(nb::init<const nb::ndarray<const i32, nb::shape<-1, 4>, nb::c_contig,
                                        nb::device::cpu>&,
                      const Column<const i64>&, const Column<const i64>&,
                      Column<const unsigned char>>(),
             "code"_a, "ends"_a, "upto"_a, "tables"_a);
    m.def("words", &words, "key"_a, "rounds"_a, "nonce"_a, "first"_a, "out"_a);
    m.def("deal", &deal, "pack"_a, "key"_a, "first"_a, "out"_a);
    m.def("evaluate", &evaluate, "program"_a, "deals"_a, "out"_a);
    m.def("filter", &filter, "pack"_a, "key"_a, "program"_a, "first"_a, "n"_a, "deals"_a,
          "attempts"_a);
    m.def("count", &count, "pack"_a, "key"_a, "program"_a, "first"_a, "n"_a);
    m.def("bodies", &bodies, "The bodies this processor can run, slowest first.");
    m.def("body", [] { return std::string(body_in_use().name); }, "The body in use.");
    m.def("use_body", &choose_body, "name"_a);
    bind_numbering(m);
    bind_exact(m);
    bind_draws(m);
    bind_poker(m);
    bind_handicap(m);
    bind_equity(m);
    bind_endgame(m);
    bind_double_dummy(m);
    bind_board_text(m);
}
