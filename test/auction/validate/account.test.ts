import { describe, expect, test } from 'vitest';
import { accountIdOf, firstPublisherOf } from '#src/auction/validate/account-id.ts';
import { aBody, intake } from '#test/helpers/intake.ts';

const publisher = (id: unknown, parent?: unknown) => ({
  publisher: { id, ...(parent === undefined ? {} : { ext: { srv: { parentAccount: parent } } }) },
});

describe('the account id', () => {
  test.each([
    [{ site: publisher('s') }, { id: 's', channel: 'web' }],
    [{ app: publisher('a') }, { id: 'a', channel: 'app' }],
    [{ dooh: publisher('d') }, { id: 'd', channel: 'dooh' }],
    [{ app: publisher('a', 'parent') }, { id: 'parent', channel: 'app' }],
    [
      { site: publisher('s', 'parent'), dooh: publisher('d') },
      { id: 'parent', channel: 'web' },
    ],
    [
      { app: publisher(''), site: publisher('s') },
      { id: 'unknown', channel: 'app' },
    ],
    [
      { app: {}, site: publisher('s') },
      { id: 's', channel: 'web' },
    ],
    [{}, { id: 'unknown', channel: 'web' }],
    [{ app: publisher(5) }, { error: 'app.publisher.id must be a string' }],
    [{ site: publisher(null) }, { error: 'site.publisher.id must be a string' }],
    [{ dooh: publisher('d', 1) }, { error: 'dooh.publisher.ext.srv.parentAccount must be a string' }],
  ])('of %j is the first place that exists', (body, found) => {
    expect(accountIdOf(body)).toEqual(found);
  });

  test('is looked for in the stored request first, which also gives the class', () => {
    expect(accountIdOf({ app: publisher('a') }, { site: publisher('s') })).toEqual({ id: 's', channel: 'web' });
    expect(accountIdOf({ app: publisher('a') }, {})).toEqual({ id: 'a', channel: 'web' });
    expect(accountIdOf({ app: publisher(1) }, { site: publisher('') })).toEqual({ error: 'app.publisher.id must be a string' });
    expect(accountIdOf({}, { site: publisher(1) })).toEqual({ error: 'site.publisher.id must be a string' });
  });

  test('is looked for in the body first by the Java variant', () => {
    expect(firstPublisherOf({ app: publisher('a', ' p ') }, { site: publisher('s') })).toEqual({ id: 'p', channel: 'app' });
    expect(firstPublisherOf({ dooh: publisher('', '') }, { site: publisher(' s') })).toEqual({ id: 's', channel: 'dooh' });
    expect(firstPublisherOf({ site: publisher(5, 5) })).toEqual({ id: '', channel: 'web' });
    expect(firstPublisherOf({})).toEqual({ id: '', channel: 'web' });
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
  const refusal = async (id: string, settings = {}, slow = false) =>
    (await intake(by(id), { stored: { account }, settings, slow })).auction.refusal;

  test('is kept with the auction, at hand or asked', async () => {
    for (const slow of [false, true]) {
      const { auction } = await intake(by('known'), { stored: { account }, slow });
      expect([auction.accountId, auction.account.default_integration, auction.channel]).toEqual(['known', 'own', 'web']);
    }
  });

  test('that is disabled is refused', async () => {
    expect(await refusal('off')).toEqual({
      kind: 'accountDisabled',
      messages: ['auctor has disabled Account ID: off, please reach out to the auctor host.'],
    });
    expect(await refusal('off', { variant: 'java' })).toEqual({ kind: 'accountDisabled', messages: ['Account off is inactive'] });
  });

  test('that cannot be read is refused', async () => {
    expect(await refusal('bad', {}, true)).toEqual({
      kind: 'accountMalformed',
      messages: ['The auctor account config for account id "bad" is malformed. Please reach out to the auctor host.'],
    });
    expect(await refusal('dsa')).toEqual({
      kind: 'accountMalformed',
      messages: ['The auctor account config DSA for account id "dsa" is malformed. Please reach out to the auctor host.'],
    });
    expect(await refusal('bad', { variant: 'java' })).toBeUndefined();
    expect(await refusal('bad', { variant: 'java', account_required: true })).toEqual({
      kind: 'accountRequired',
      messages: ['Unauthorized account id: bad'],
    });
  });

  test('that is blocked is refused', async () => {
    expect(await refusal('known', { blocked_accounts: ['known'] })).toEqual({
      kind: 'accountDisabled',
      messages: ['auctor has blocklisted Account ID: known, please reach out to the auctor host.'],
    });
    expect(await refusal('known', { blocked_accounts: ['known'], variant: 'java' })).toMatchObject({
      messages: [expect.stringMatching(/^Blocklisted: auctor/)],
    });
  });

  test('is needed where the host says so', async () => {
    const required = { account_required: true };
    expect(await refusal('unknown', required)).toEqual({
      kind: 'accountRequired',
      messages: ['auctor has been configured to discard requests without a valid Account ID. Please reach out to the auctor host.'],
    });
    expect(await refusal('other', required)).toBeUndefined();
    expect(await refusal('other', { ...required, account_defaults: { disabled: true } })).toEqual({
      kind: 'accountRequired',
      messages: ['auctor could not verify the Account ID. Please reach out to the auctor host.'],
    });
    expect(await refusal('', { ...required, variant: 'java' })).toEqual({
      kind: 'accountRequired',
      messages: ['Unauthorized account id: '],
    });
    expect(await refusal('other', { ...required, variant: 'java' })).toEqual({
      kind: 'accountRequired',
      messages: ['Unauthorized account id: other'],
    });
    expect(await refusal('known', { ...required, variant: 'java' })).toBeUndefined();
  });

  test('id of a wrong type is refused', async () => {
    expect((await intake(aBody({ site: publisher(5) }))).refused).toEqual(['site.publisher.id must be a string']);
  });
});
