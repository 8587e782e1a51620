import { expect, test } from 'vitest';
import { chooseByAccount, toRow } from '#src/stores/rows.ts';

type Held = readonly [account: string, text: string | undefined];

const chosen = (account: string, ...held: readonly Held[]) =>
  chooseByAccount(
    'request',
    'x',
    account,
    held.map(([owner, text]) => ({ account: owner, id: 'x', text, type: 'request' })),
  );

test('columns are identified by their number', () => {
  expect(toRow(['a', 'x', '{}', 'Request'], ['x'])).toEqual({ account: 'a', id: 'x', text: '{}', type: 'request' });
  expect(toRow([5, Buffer.from('{}'), 'imp'], [])).toEqual({ account: '', id: '5', text: '{}', type: 'imp' });
  expect(toRow(['x', { a: 1 }], [])).toEqual({ account: '', id: 'x', text: '{"a":1}', type: undefined });
  expect(toRow(['{}'], ['x'])).toEqual({ account: '', id: 'x', text: '{}', type: undefined });
  expect([toRow(['{}'], []), toRow([], ['x']), toRow([1, 2, 3, 4, 5, 6], ['x'])]).toEqual([undefined, undefined, undefined]);
});

test('a profile may have columns of its own, with the body before or after its precedence and type', () => {
  const text = '{"type":"imp","mergeprecedence":"profile","body":{"a":1}}';
  const row = { account: 'a', id: 'x', text, type: 'profile' };
  expect(toRow(['a', 'x', { a: 1 }, 'PROFILE', 'imp'], [])).toEqual(row);
  expect(toRow(['a', 'x', 'profile', 'imp', '{"a":1}'], [])).toEqual(row);
  expect(toRow(['a', 'x', '{}', null, null], [])?.text).toBe('{"type":null,"mergeprecedence":null,"body":{}}');
  expect(toRow(['a', 'x', null, 'profile', 'imp'], [])?.text).toBeUndefined();
});

test('a row without data marks a removal', () => {
  for (const data of [null, undefined, '', 'null']) expect(toRow(['x', data], [])?.text).toBeUndefined();
});

test('an id of several accounts belongs to the requesting account', () => {
  expect(chosen('b', ['a', '1'], ['b', '2'])).toEqual({ value: '2' });
  expect(chosen('c', ['a', '1'], ['b', '2'])).toEqual({ error: 'No stored request found among multiple id: x for account: c' });
  expect(chosen('', ['a', '1'], ['b', '2'])).toEqual({ error: 'Multiple stored requests found for id: x but no account was specified' });
});

test('an id of one account is invisible to others, one without an account is visible to all', () => {
  expect(chosen('b', ['a', '1'])).toEqual({ error: 'No stored request found for id: x for account: b' });
  expect([chosen('a', ['a', '1']), chosen('', ['a', '1']), chosen('b', ['', '1'])]).toEqual([
    { value: '1' },
    { value: '1' },
    { value: '1' },
  ]);
  expect(chosen('a', ['a', undefined])).toBeUndefined();
});
