// The kernel bodies that this processor can run, and the one in use.
#pragma once

#include <string_view>
#include <vector>

#ifndef DEALWRIGHT_BODY    // the core has its own
#define DEALWRIGHT_BODY shared
#endif
#include "body.hpp"

namespace dealwright {

std::vector<const Body*> available_bodies();    // slowest first
const Body& body_in_use();                      // at first the fastest
bool use_body(std::string_view name);           // false where this processor cannot run it

}  // namespace dealwright
