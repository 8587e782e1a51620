import { expect, test } from 'vitest';
import { expectedTmax } from '#src/http/tmax.ts';

const expected = (json: string, byDefault = 0, max = 0) => expectedTmax(Buffer.from(json), { default: byDefault, max });

test('a request whose body is not parsed is expected to wait its own tmax, within the limit of the host', () => {
  expect(['{"id":"r","tmax":250}', '{"tmax" :\n 250,"ext":{"tmax":9}}'].map((json) => expected(json))).toEqual([250, 250]);
  expect([expected('{"tmax":900}', 100, 500), expected('{"tmax":90}', 100, 500)]).toEqual([500, 90]);
});

test('without a positive tmax the default of the host is expected, else its limit, else a second', () => {
  for (const json of ['{}', '{"tmax":0}', '{"tmax":-5}', '{"tmax":"250"}'])
    expect([expected(json, 100, 500), expected(json, 0, 500), expected(json)]).toEqual([100, 500, 1000]);
});
