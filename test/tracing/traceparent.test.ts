import { describe, expect, test } from 'vitest';
import { readTraceParent } from '#src/tracing/traceparent.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('a traceparent', () => {
  test.each([
    ['sampled', `00-${trace}-${span}-01`, true],
    ['not sampled', `00-${trace}-${span}-00`, false],
    ['with further flags', `00-${trace}-${span}-03`, true],
    ['of a later version that says more', `01-${trace}-${span}-01-more`, true],
    ['with space around', ` 00-${trace}-${span}-01 `, true],
  ])('is accepted: %s', (_, header, sampled) => {
    expect(readTraceParent(header)).toEqual({ traceId: trace, spanId: span, sampled });
  });

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['version ff', `ff-${trace}-${span}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a span id of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${trace.toUpperCase()}-${span}-01`],
    ['version 00 that says more', `00-${trace}-${span}-01-more`],
    ['a short id', `00-${trace.slice(1)}-${span}-01`],
    ['an endless text', `01-${trace}-${span}-01-${'x'.repeat(10_000)}`],
  ])('is rejected: %s', (_, header) => {
    expect(readTraceParent(header)).toBeUndefined();
  });
});
