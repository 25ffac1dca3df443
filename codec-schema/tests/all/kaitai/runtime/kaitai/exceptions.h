// The part of Kaitai's library that readers in C++ use.
#pragma once
#include "kaitaistruct.h"

namespace kaitai {

template <typename T>
struct refused {
    template <typename... Arguments>
    explicit refused(const Arguments&...) {}
};

template <typename T>
using validation_not_equal_error = refused<T>;
template <typename T>
using validation_less_than_error = refused<T>;
template <typename T>
using validation_greater_than_error = refused<T>;
template <typename T>
using validation_not_any_of_error = refused<T>;
template <typename T>
using validation_not_in_enum_error = refused<T>;
template <typename T>
using validation_expr_error = refused<T>;

}
