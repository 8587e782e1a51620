import { describe, expect, test } from 'vitest';
import { ACCOUNT_MESSAGES } from '#src/auction/error-messages.ts';
import type { AccountService } from '#src/auction/services.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { PIXEL } from '#src/events/pixel.ts';
import { type EventsOptions, eventsHost } from '#test/events/arrange.ts';

const JAVA: EventsOptions = { settings: { variant: 'java' } };

async function get(query: string, options: EventsOptions = {}): Promise<[number, string]> {
  const { app } = eventsHost(options);
  const { statusCode, body } = await app.inject({ url: `/event?${query}` });
  return [statusCode, body];
}

describe('GET /event', () => {
  test.each([
    ['b=bidId', "parameter 't' is required"],
    ['t=bad&b=q', "unknown type: 'bad'"],
    ['t=vast&vtype=abc&b=q', "unknown vtype: 'abc'"],
    ['t=vast&vtype=firstquartile&b=q', "unknown vtype: 'firstquartile'"],
    ['t=vast&b=q', "parameter 'vtype' is required"],
    ['t=win&vtype=start&b=q', "parameter 'vtype' is only required for t=vast"],
    ['t=win', "parameter 'b' is required"],
    ['t=win&b=test&ts=q', "invalid request: error parsing timestamp 'q'"],
    ['t=win&b=test&ts=9223372036854775808', "invalid request: error parsing timestamp '9223372036854775808'"],
    ['t=win&b=test&ts=1&f=q', "unknown format: 'q'"],
    ['t=win&b=test&ts=1&f=b&x=4', "unknown analytics: '4'"],
    [`t=win&b=test&int=${'ä'.repeat(65)}`, 'integration type length is too long'],
    ['t=win&b=test&int=a.b', "integration type can only contain numbers, letters and these characters '-', '_'"],
  ])('rejects %s', async (query, error) => {
    expect(await get(query)).toEqual([400, `invalid request: ${error}\n`]);
  });

  test('reports all errors at once', async () => {
    expect(await get('f=q&x=2')).toEqual([
      400,
      "invalid request: parameter 't' is required\ninvalid request: parameter 'b' is required\ninvalid request: unknown format: 'q'\ninvalid request: unknown analytics: '2'\n",
    ]);
  });

  test('requires an account with events', async () => {
    expect(await get('t=win&b=test&ts=1234&f=b&x=1')).toEqual([401, "Account 'a' is required query parameter and can't be empty"]);
    expect(await get('t=win&b=test&a=off')).toEqual([401, "Account 'off' doesn't support events"]);
    expect(await get('t=win&b=test&a=nobody')).toEqual([401, "Account 'nobody' doesn't support events"]);
  });

  test('rejects accounts that are disabled, blocked or malformed', async () => {
    expect(await get('t=win&b=test&a=disabled')).toEqual([
      503,
      'Invalid request: auctor has disabled Account ID: disabled, please reach out to the auctor host.\n',
    ]);
    expect(await get('t=win&b=test&a=on', { settings: { blocked_accounts: ['on'] } })).toEqual([
      503,
      'Invalid request: auctor has blocklisted Account ID: on, please reach out to the auctor host.\n',
    ]);
    expect((await get('t=win&b=test&a=broken'))[0]).toBe(500);
  });

  test('reports a timeout of the account lookup', async () => {
    const accounts: AccountService = {
      find: async (id) => ({ kind: 'unknown', account: { id } as never, errors: ['late'], timedOut: true }),
    };
    expect(await get('t=win&b=test&a=on', { accounts })).toEqual([504, 'Invalid request: context deadline exceeded\n']);
  });

  test('treats an unreadable account as one with defaults, unless accounts are required', async () => {
    const failing = (settings: HostConfigInput): EventsOptions => {
      const { account_defaults: account } = hostSchema.parse(settings);
      return { settings, accounts: { find: (id) => ({ kind: 'unknown', account: { ...account, id }, errors: ['the database is gone'] }) } };
    };
    expect(await get('t=win&b=test&a=on', failing({}))).toEqual([401, "Account 'on' doesn't support events"]);
    expect(await get('t=win&b=test&a=on', failing({ account_defaults: { events: { enabled: true } } }))).toEqual([204, '']);
    const required = { account_required: true, account_defaults: { disabled: true } };
    const unverified = `Invalid request: ${ACCOUNT_MESSAGES.unverified}\n`;
    expect(await get('t=win&b=test&a=on', failing(required))).toEqual([400, `Invalid request: the database is gone\n${unverified}`]);
    const late = hostSchema.parse(required).account_defaults;
    const accounts: AccountService = { find: (id) => ({ kind: 'unknown', account: { ...late, id }, errors: ['late'], timedOut: true }) };
    expect(await get('t=win&b=test&a=on', { settings: required, accounts })).toEqual([
      504,
      `Invalid request: context deadline exceeded\n${unverified}`,
    ]);
  });

  test('rejects HEAD', async () => {
    const { app, received } = eventsHost();
    expect((await app.inject({ method: 'HEAD', url: '/event?t=win&b=test&a=on' })).statusCode).toBe(405);
    expect(received).toEqual([]);
  });

  test('does nothing if analytics are disabled for the call', async () => {
    const accounts: AccountService = { find: () => expect.fail('no account is looked up') };
    const { app, received } = eventsHost({ accounts });
    const response = await app.inject({ url: '/event?t=win&b=test&a=off&x=0&f=i' });
    expect([response.statusCode, response.body, received]).toEqual([204, '', []]);
  });

  test('notifies analytics and returns nothing, or the pixel', async () => {
    const { app, received } = eventsHost();
    const blank = await app.inject({ url: '/event?t=vast&vtype=midPoint&b=bid&a=on&bidder=YES&ts=1000&int=my-int_1&aid=auc' });
    expect([blank.statusCode, blank.body]).toEqual([204, '']);
    const image = await app.inject({ url: '/event?t=imp&b=bid&a=on&f=i' });
    expect([image.statusCode, image.headers['content-type'], image.rawPayload]).toEqual([200, 'image/png', PIXEL]);
    expect(received.map(({ event, account }) => [event, account.id])).toEqual([
      [
        {
          type: 'vast',
          vtype: 'midPoint',
          bidId: 'bid',
          accountId: 'on',
          bidder: 'yes',
          timestamp: 1000,
          integration: 'my-int_1',
          auctionId: 'auc',
          image: false,
          analytics: true,
        },
        'on',
      ],
      [expect.objectContaining({ type: 'imp', image: true, bidder: undefined, timestamp: undefined }), 'on'],
    ]);
  });

  test('does not exist if it is disabled', async () => {
    expect((await get('t=win&b=test&a=on', { settings: { event: { enabled: false } } }))[0]).toBe(404);
  });
});

describe('GET /event by the rules of the Java variant', () => {
  test.each([
    ['b=x', "Type 't' is required query parameter. Possible values are win and imp, but was null"],
    ['t=vast&b=x', "Type 't' is required query parameter. Possible values are win and imp, but was vast"],
    ['t=win&b=%20', "BidId 'b' is required query parameter and can't be empty"],
    ['t=win&b=x&ts=q&f=q', "Timestamp 'ts' query parameter is not valid number: q"],
    ['t=win&b=x&f=q', "Format 'f' query parameter is invalid. Possible values are b and i, but was q"],
    ['t=win&b=x&x=2', "Analytics 'x' query parameter is invalid. Possible values are 1 and 0, but was 2"],
    [`t=win&b=x&int=${'a'.repeat(65)}`, `Integration 'int' query parameter is longer 64 symbols: ${'a'.repeat(65)}`],
    ['t=win&b=x&int=.', "Integration 'int' query parameter is not valid: ."],
  ])('rejects %s with its first error only', async (query, error) => {
    expect(await get(query, JAVA)).toEqual([400, error]);
  });

  test('requires an account with events, unless analytics are disabled for the call', async () => {
    expect(await get('t=win&b=x', JAVA)).toEqual([401, "Account 'a' is required query parameter and can't be empty"]);
    expect(await get('t=win&b=x&a=off', JAVA)).toEqual([401, "Account 'off' doesn't support events"]);
    expect(await get('t=win&b=x&a=off&x=0', JAVA)).toEqual([200, '']);
  });

  test.each([
    [true, [401, "Account 'nobody' doesn't support events"]],
    [false, [200, '']],
  ])('gives a missing account no events if accounts are required: %s', async (account_required, wanted) => {
    const settings = { variant: 'java', account_required, account_defaults: { events: { enabled: true } } } as HostConfigInput;
    expect(await get('t=win&b=x&a=nobody', { settings })).toEqual(wanted);
  });

  test('fails if the account lookup fails', async () => {
    const accounts: AccountService = { find: () => ({ kind: 'unknown', account: {} as never, errors: ['down'] }) };
    expect(await get('t=win&b=x&a=on', { ...JAVA, accounts })).toEqual([500, 'Error occurred while fetching account: down']);
    expect((await get('t=win&b=x&a=broken', JAVA))[0]).toBe(500);
  });

  test('returns 200, with the pixel on request', async () => {
    const { app, received } = eventsHost({ settings: { event: { rules: 'java' } } });
    const image = await app.inject({ url: '/event?t=win&b=bidId&a=on&f=i&bidder=bidder&ts=1000' });
    expect([image.statusCode, image.headers['content-type'], image.rawPayload]).toEqual([200, 'image/png', PIXEL]);
    const blank = await app.inject({ url: '/event?t=imp&b=bidId&a=on' });
    expect([blank.statusCode, blank.body]).toEqual([200, '']);
    expect(received.map(({ event }) => [event.type, event.bidder])).toEqual([
      ['win', 'bidder'],
      ['imp', undefined],
    ]);
  });
});
