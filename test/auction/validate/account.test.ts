import { describe, expect, test } from 'vitest';
import { accountIdOf, firstPublisherOf } from '#src/auction/validate/account-id.ts';
import { aBody, ingest } from '#test/helpers/ingest.ts';

const publisher = (id: unknown, parent?: unknown) => ({
  publisher: { id, ...(parent === undefined ? {} : { ext: { srv: { parentAccount: parent } } }) },
});

describe('the account id', () => {
  test.each([
    [{ site: publisher('s') }, { id: 's', requestType: 'web' }],
    [{ app: publisher('a') }, { id: 'a', requestType: 'app' }],
    [{ dooh: publisher('d') }, { id: 'd', requestType: 'dooh' }],
    [{ app: publisher('a', 'parent') }, { id: 'parent', requestType: 'app' }],
    [
      { site: publisher('s', 'parent'), dooh: publisher('d') },
      { id: 'parent', requestType: 'web' },
    ],
    [
      { app: publisher(''), site: publisher('s') },
      { id: 'unknown', requestType: 'app' },
    ],
    [
      { app: {}, site: publisher('s') },
      { id: 's', requestType: 'web' },
    ],
    [{}, { id: 'unknown', requestType: 'web' }],
    [{ app: publisher(5) }, { error: 'app.publisher.id must be a string' }],
    [{ site: publisher(null) }, { error: 'site.publisher.id must be a string' }],
    [{ dooh: publisher('d', 1) }, { error: 'dooh.publisher.ext.srv.parentAccount must be a string' }],
  ])('of %j is the first existing location', (body, found) => {
    expect(accountIdOf(body)).toEqual('error' in found ? found : { value: found });
  });

  test('is searched in the stored request first, which also sets the request type', () => {
    expect(accountIdOf({ app: publisher('a') }, { site: publisher('s') })).toEqual({ value: { id: 's', requestType: 'web' } });
    expect(accountIdOf({ app: publisher('a') }, {})).toEqual({ value: { id: 'a', requestType: 'web' } });
    expect(accountIdOf({ app: publisher(1) }, { site: publisher('') })).toEqual({ error: 'app.publisher.id must be a string' });
    expect(accountIdOf({}, { site: publisher(1) })).toEqual({ error: 'site.publisher.id must be a string' });
  });

  test('is searched in the body first by the Java variant', () => {
    expect(firstPublisherOf({ app: publisher('a', ' p ') }, { site: publisher('s') })).toEqual({ id: 'p', requestType: 'app' });
    expect(firstPublisherOf({ dooh: publisher(' ', '') }, { site: publisher(' s') })).toEqual({ id: ' s', requestType: 'dooh' });
    expect(firstPublisherOf({ site: publisher(5) })).toEqual({ id: '5', requestType: 'web' });
    expect(firstPublisherOf({ site: publisher('s', 6) })).toEqual({ id: '6', requestType: 'web' });
    expect(firstPublisherOf({ site: publisher({}, []) })).toEqual({ id: '', requestType: 'web' });
    expect(firstPublisherOf({ app: null }, { app: {} })).toEqual({ id: '', requestType: 'app' });
    expect(firstPublisherOf({ site: publisher('s') }, { dooh: {} })).toEqual({ id: 's', requestType: 'dooh' });
    expect(firstPublisherOf({})).toEqual({ id: '', requestType: 'web' });
  });
});

describe('an account', () => {
  const account = {
    known: '{"default_integration":"own"}',
    off: '{"disabled":true}',
    bad: '{"disabled":"x"}',
    dsa: '{"privacy":{"dsa":{"default":"x"}}}',
  };
  const by = (id: string) => aBody({ site: { page: 'https://a.example/', ...publisher(id) } });
  const rejection = async (id: string, settings = {}, slow = false) =>
    (await ingest(by(id), { stored: { account }, settings, slow })).auction.rejection;

  test('is stored with the auction, immediately or after a fetch', async () => {
    for (const slow of [false, true]) {
      const { auction } = await ingest(by('known'), { stored: { account }, slow });
      expect([auction.accountId, auction.account.default_integration, auction.requestType]).toEqual(['known', 'own', 'web']);
    }
  });

  test('that is disabled is rejected', async () => {
    expect(await rejection('off')).toEqual({
      kind: 'accountDisabled',
      messages: ['auctor has disabled Account ID: off, please reach out to the auctor host.'],
    });
    expect(await rejection('off', { variant: 'java' })).toEqual({ kind: 'accountDisabled', messages: ['Account off is inactive'] });
  });

  test('that is unreadable is rejected', async () => {
    expect(await rejection('bad', {}, true)).toEqual({
      kind: 'accountMalformed',
      messages: ['The auctor account config for account id "bad" is malformed. Please reach out to the auctor host.'],
    });
    expect(await rejection('dsa')).toEqual({
      kind: 'accountMalformed',
      messages: ['The auctor account config DSA for account id "dsa" is malformed. Please reach out to the auctor host.'],
    });
    expect(await rejection('bad', { variant: 'java' })).toBeUndefined();
    expect(await rejection('bad', { variant: 'java', account_required: true })).toEqual({
      kind: 'accountRequired',
      messages: ['Unauthorized account id: bad'],
    });
  });

  test('that is blocked is rejected', async () => {
    expect(await rejection('known', { blocked_accounts: ['known'] })).toEqual({
      kind: 'accountDisabled',
      messages: ['auctor has blocklisted Account ID: known, please reach out to the auctor host.'],
    });
    expect(await rejection('known', { blocked_accounts: ['known'], variant: 'java' })).toMatchObject({
      messages: [expect.stringMatching(/^Blocklisted: auctor/)],
    });
  });

  test('is required if the host says so', async () => {
    const required = { account_required: true };
    expect(await rejection('unknown', required)).toEqual({
      kind: 'accountRequired',
      messages: ['auctor has been configured to discard requests without a valid Account ID. Please reach out to the auctor host.'],
    });
    expect(await rejection('other', required)).toBeUndefined();
    expect(await rejection('other', { ...required, account_defaults: { disabled: true } })).toEqual({
      kind: 'accountRequired',
      messages: ['auctor could not verify the Account ID. Please reach out to the auctor host.'],
    });
    expect(await rejection('', { ...required, variant: 'java' })).toEqual({
      kind: 'accountRequired',
      messages: ['Unauthorized account id: '],
    });
    expect(await rejection('other', { ...required, variant: 'java' })).toEqual({
      kind: 'accountRequired',
      messages: ['Unauthorized account id: other'],
    });
    expect(await rejection('known', { ...required, variant: 'java' })).toBeUndefined();
  });

  test('id of a wrong type is rejected', async () => {
    expect((await ingest(aBody({ site: publisher(5) }))).rejected).toEqual(['site.publisher.id must be a string']);
  });
});
