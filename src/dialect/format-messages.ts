/** Messages about a banner's format common to both variants. */

export const BOTH =
  'should define *either* {w, h} *or* {wmin, wratio, hratio}, but not both. If both are valid, send two "format" objects in the request';
export const NEITHER =
  'should define *either* {w, h} (for static size requirements) *or* {wmin, wratio, hratio} (for flexible sizes) to be non-zero';
