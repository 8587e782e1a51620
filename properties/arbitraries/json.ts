/** JSON as any client might send it. */
import fc from 'fast-check';

/** Field names of requests, some of them dangerous. */
export const fieldName: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'ext', 'srv', 'prebid', 'id', 'toString') },
);

/** Any JSON value, `null` included, with limited nesting. */
export const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, 300, 70000, '', 'text', '{{UUID}}', 2 ** 53),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 4 }).map(plain),
  ),
})).value;

/** An object of JSON. */
export const jsonObject: fc.Arbitrary<{ [name: string]: unknown }> = fc
  .dictionary(fieldName, json, { maxKeys: 5 })
  .map((value) => plain(value) as { [name: string]: unknown });

/** As `JSON.parse` would return it: own properties only, whatever their names. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
