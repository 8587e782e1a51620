import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawFields, rawItems } from '#src/json/raw.ts';

/** JSON of any value, written in different ways. */
const written = fc.tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t')).map(([value, indent]) => JSON.stringify(value, null, indent));

describe('parts of JSON as they are written', () => {
  it('are the items of a list, unchanged', () => {
    fc.assert(
      fc.property(fc.array(written), fc.constantFrom(',', ' , ', '\n,\n'), (items, separator) => {
        expect(rawItems(` [ ${items.join(separator)}] `)).toEqual(items);
      }),
    );
  });

  it('are the values of an object by name, unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), written), fc.constantFrom(':', ' : '), (fields, colon) => {
        const parts = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}${colon}${value}`);
        expect(Object.entries(rawFields(`{ ${parts.join(', ')} }`))).toEqual(Object.entries(fields));
      }),
    );
  });

  it('are found beside strings with any number of escapes', () => {
    const text = JSON.stringify('\n"'.repeat(3_000_000));
    expect(rawFields(`{"a": ${text}, "b": [${text}]}`)['b']).toHaveLength(text.length + 2);
  });

  it('are the last value of several with one name', () => {
    expect(rawFields('{"a": 1, "b": 2, "\\u0061": [ 3 ]}')).toEqual({ a: '[ 3 ]', b: '2' });
  });
});
