import { expect, test } from 'vitest';
import { userKey } from '#src/stores/previous-auctions/user-key.ts';

test('the key of a user is one of account, bidder, its core bidder, and its id of the user', () => {
  const user = { account: 'acc', bidder: 'alpha', core: 'alpha', buyeruid: 'u' };
  const others = [{ account: 'other' }, { bidder: 'alias' }, { core: 'beta' }, { buyeruid: 'v' }].map((field) => ({ ...user, ...field }));
  const keys = [user, ...others].map((each) => userKey('secret', each));
  expect(new Set([...keys, userKey('another', user)]).size).toBe(6);
  expect(userKey('secret', { ...user })).toBe(keys[0]);
});
