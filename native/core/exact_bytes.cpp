// The memory of an exact count: every vector of it. What is reserved beyond the entries is never touched,
// and so takes no memory.
#include "exact_model.hpp"

namespace dealwright {
namespace {

template <typename... Items>
std::size_t bytes_in(const std::vector<Items>&... vectors) {
    return (std::size_t{0} + ... + (vectors.size() * sizeof(Items)));
}

std::size_t bytes_of_suit(const ExactSuit& suit) {
    return bytes_in(suit.assignment, suit.class_kind, suit.class_points, suit.class_first,
                    suit.class_size, suit.row_start, suit.row_counts, suit.row_ways,
                    suit.row_letters);
}

std::size_t bytes_of_model(const ExactModel& model) {
    std::size_t sum = bytes_in(model.pool_order, model.outcomes, model.joint, model.accept_start,
                               model.accept_right, model.accept_weight);
    for (const ExactSuit& suit : model.suit) sum += bytes_of_suit(suit);
    for (const auto& letters : model.letters) sum += bytes_in(letters);
    for (const auto& fit : model.fit) sum += bytes_in(fit);
    for (int h = 0; h < 2; ++h) {
        sum += bytes_in(model.classes[h], model.add_points[h]);
        for (const auto& compose : model.compose[h]) sum += bytes_in(compose);
    }
    return sum;
}

}  // namespace

std::size_t bytes_of(const Exact& exact) {
    std::size_t sum = sizeof exact + bytes_of_model(exact.model);
    const auto add = [&sum](const auto& table) { sum += bytes_in(table); };
    for (const ExactHalf& half : exact.half) each_counted_table(half, add);
    each_drawing_table(exact, add);
    return sum + bytes_in(exact.group_state, exact.joint_start, exact.partner_start, exact.partner,
                          exact.right, exact.continuations);
}

}  // namespace dealwright
