import { expect, test } from 'vitest';
import { compileQuery, type Dialect, fillQuery, type QueryValues } from '#src/stores/query.ts';
import { chooseByAccount, type StoredRow, toRow } from '#src/stores/rows.ts';

const fill = (query: string, values: QueryValues, dialect: Dialect = 'postgres') => fillQuery(compileQuery(query), values, dialect);
const BOTH = 'select * from r where id in $REQUEST_ID_LIST union select * from i where id in $IMP_ID_LIST';

test('lists become numbered parameters in PostgreSQL and placeholders in MySQL', () => {
  const values = { REQUEST_ID_LIST: ['a', 'b'], IMP_ID_LIST: ['c'] };
  expect(fill(BOTH, values)).toEqual({
    text: 'select * from r where id in ($1, $2) union select * from i where id in ($3)',
    values: ['a', 'b', 'c'],
  });
  expect(fill(BOTH, values, 'mysql')).toEqual({
    text: 'select * from r where id in (?, ?) union select * from i where id in (?)',
    values: ['a', 'b', 'c'],
  });
});

test('empty lists are NULL', () => {
  expect(fill(BOTH, { REQUEST_ID_LIST: ['a'] })).toEqual({
    text: 'select * from r where id in ($1) union select * from i where id in (NULL)',
    values: ['a'],
  });
  expect(fill('x in (%IMP_ID_LIST%)', {}).text).toBe('x in (NULL)');
});

test('macros between % have no brackets of their own', () => {
  expect(fill('a = %ACCOUNT_ID% and id in (%REQUEST_ID_LIST%)', { ACCOUNT_ID: 'x', REQUEST_ID_LIST: ['a', 'b'] })).toEqual({
    text: 'a = $1 and id in ($2, $3)',
    values: ['x', 'a', 'b'],
  });
  expect(fill('id in (%RESPONSE_ID_LIST%)', { RESPONSE_ID_LIST: ['a'] }, 'mysql').text).toBe('id in (?)');
});

test('values replace every occurrence of their macro', () => {
  expect(fill('id in $ID_LIST or key in $ID_LIST', { ID_LIST: ['a'] }, 'mysql')).toEqual({
    text: 'id in (?) or key in (?)',
    values: ['a', 'a'],
  });
});

test('the time of the last poll is one parameter, and a missing account is NULL', () => {
  const at = new Date(0);
  expect(fill('changed > $LAST_UPDATED', { LAST_UPDATED: at })).toEqual({ text: 'changed > $1', values: [at] });
  expect(fill('account = %ACCOUNT_ID%', {})).toEqual({ text: 'account = $1', values: [null] });
});

test('text that only resembles a macro is unchanged', () => {
  expect(fill("like '%ID%' and x = $1 and $REQUEST_IDS", {}).text).toBe("like '%ID%' and x = $1 and $REQUEST_IDS");
});

test('columns are identified by their number', () => {
  expect(toRow(['acc', 'id', '{}', 'Request'], [])).toEqual({ account: 'acc', id: 'id', text: '{}', type: 'request' });
  expect(toRow([7, Buffer.from('{}'), 'imp'], [])).toEqual({ account: '', id: '7', text: '{}', type: 'imp' });
  expect(toRow(['id', { a: 1 }], [])).toEqual({ account: '', id: 'id', text: '{"a":1}', type: undefined });
  expect(toRow(['{}'], ['asked'])).toEqual({ account: '', id: 'asked', text: '{}', type: undefined });
  expect([toRow(['{}'], []), toRow([], ['a']), toRow([1, 2, 3, 4, 5, 6], ['a'])]).toEqual([undefined, undefined, undefined]);
});

test('data that is empty or null counts as absent', () => {
  for (const data of ['', 'null', null, undefined]) expect(toRow(['id', data], [])?.text).toBeUndefined();
});

test('an account has its own entry of several with one id', () => {
  const row = (account: string, text = `of ${account}`): StoredRow => ({ account, id: 'x', text, type: undefined });
  expect(chooseByAccount('imp', 'x', 'b', [row('a'), row('b')])).toEqual({ value: 'of b' });
  expect(chooseByAccount('imp', 'x', 'c', [row('a'), row('b')])).toEqual({
    error: 'No stored imp found among multiple id: x for account: c',
  });
  expect(chooseByAccount('imp', 'x', 'c', [row('a')])).toEqual({ error: 'No stored imp found for id: x for account: c' });
  expect(chooseByAccount('imp', 'x', 'c', [row('', 'anybody’s')])).toEqual({ value: 'anybody’s' });
  expect(chooseByAccount('imp', 'x', '', [row('a')])).toEqual({ value: 'of a' });
  expect(chooseByAccount('imp', 'x', '', [])).toBeUndefined();
});
