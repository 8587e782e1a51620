import { expect, test } from 'vitest';
import { asWritten, copyWithSpelling } from '#src/json/spelling.ts';
import { decodeRequest } from '#src/openrtb/decode.ts';

const sent = { ID: 'a', imp: [{ id: '1', Banner: { W: 1, h: 2 } }], own: { x: [1, { y: null }] } };

function decoded() {
  const { value } = decodeRequest(structuredClone(sent)) as { value: object };
  return value;
}

test('a request uses the canonical names and is shown under those it was sent with', () => {
  expect(decoded()).toEqual({ id: 'a', imp: [{ id: '1', banner: { w: 1, h: 2 } }], own: { x: [1, { y: null }] } });
  expect(asWritten(decoded())).toEqual(sent);
});

test('a copy shares nothing with its original and has the names too', () => {
  const original = decoded();
  const copy = copyWithSpelling(original) as { imp: object[] };
  expect(copy).toEqual(original);
  expect(copy.imp[0]).not.toBe((original as { imp: object[] }).imp[0]);
  expect(asWritten(copy)).toEqual(sent);
});

test('later changes are shown unchanged', () => {
  const value = decoded() as { id?: string; tmax?: number };
  value.tmax = 5;
  delete value.id;
  expect(asWritten(value)).toEqual({ imp: sent.imp, own: sent.own, tmax: 5 });
});

test('a field that would be a prototype stays a field', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": true}}') as object;
  expect(JSON.stringify(asWritten(copyWithSpelling(hostile)))).toBe('{"__proto__":{"polluted":true}}');
});
