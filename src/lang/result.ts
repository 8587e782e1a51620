/** How a function reports an expected failure: it returns a value or an error, and never throws. Exceptions are bugs. */

/** Distinguished by `'error' in result`. @typeParam E a message by default */
export type Result<T, E = string> = { readonly value: T } | Failure<E>;

/** The error alone, for a value that is returned per bid and needs no second object around it: `Price | Failure`. */
export type Failure<E = string> = { readonly error: E };
