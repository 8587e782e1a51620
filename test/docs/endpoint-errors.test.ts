/** The messages on the pages of docs/endpoints are those of hosts of both variants. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

const page = (name: string): string => readFileSync(new URL(`../../docs/endpoints/${name}.md`, import.meta.url), 'utf8');

const OPTED_OUT = `uids=${Buffer.from('{"optout":true}').toString('base64url')}`;
const REQUIRED = { account_required: true, account_defaults: { disabled: true } };

interface Call {
  readonly path: string;
  readonly body?: string;
  readonly cookie?: string;
}

const CALLS: readonly (readonly [page: string, status: number, call: Call])[] = [
  ['amp', 400, { path: '/openrtb2/amp' }],
  ['amp', 400, { path: '/openrtb2/amp?tag_id=1' }],
  ['setuid', 400, { path: '/setuid' }],
  ['setuid', 400, { path: '/setuid?bidder=none' }],
  ['setuid', 400, { path: '/setuid?bidder=appnexus&gdpr=1' }],
  ['setuid', 401, { path: '/setuid?bidder=appnexus&gdpr=0', cookie: OPTED_OUT }],
  ['cookie-sync', 400, { path: '/cookie_sync', body: '{' }],
  ['cookie-sync', 400, { path: '/cookie_sync', body: '{"gdpr":1}' }],
  ['cookie-sync', 401, { path: '/cookie_sync', body: '{}', cookie: OPTED_OUT }],
  ['event', 400, { path: '/event' }],
  ['event', 401, { path: '/event?t=win&b=1' }],
  ['vtrack', 400, { path: '/vtrack', body: '{}' }],
  ['vtrack', 400, { path: '/vtrack?a=1', body: '' }],
  ['vtrack', 400, { path: '/vtrack?a=1', body: '{"puts":[{"type":"xml","value":"<VAST/>"}]}' }],
];

const GO_CALLS: typeof CALLS = [
  ['setuid', 400, { path: '/setuid?bidder=appnexus&f=x' }],
  ['setuid', 400, { path: '/setuid?bidder=appnexus&gdpr=2' }],
  ['setuid', 400, { path: '/setuid?bidder=appnexus&gpp_sid=x' }],
  ['cookie-sync', 400, { path: '/cookie_sync', body: '{"gdpr":2}' }],
  ['cookie-sync', 400, { path: '/cookie_sync', body: '{"gpp_sid":"x"}' }],
];

/** The response, and its message as pages have it: the first line, without prefix and details. */
async function call(host: RunningHost, { path, body, cookie }: Call): Promise<{ status: number; message: string }> {
  const init = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(`${host.origin}${path}`, { ...init, headers: cookie === undefined ? {} : { cookie } });
  const [line = ''] = (await response.text()).split('\n');
  return { status: response.status, message: line.replace(/^Invalid request( format)?: /, '').replace(/^(JSON parsing failed: ).*/, '$1') };
}

describe.each(['go', 'java'] as const)('the messages of variant %s', (variant) => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await startTestHost({ variant, adapters: { appnexus: { enabled: true } } });
  });
  afterAll(() => host.stop(0));

  test.each(variant === 'go' ? [...CALLS, ...GO_CALLS] : CALLS)('are on the page %s: %i %o', async (name, status, request) => {
    const response = await call(host, request);
    expect(response.status).toBe(status);
    if (name !== 'event' || variant === 'go' || status !== 400) expect(page(name)).toContain(response.message);
  });
});

describe('the messages about accounts', () => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await startTestHost(REQUIRED);
  });
  afterAll(() => host.stop(0));

  test.each([
    ['setuid', { path: '/setuid?bidder=appnexus&account=none' }],
    ['cookie-sync', { path: '/cookie_sync', body: '{"account":"none"}' }],
  ] as const)('are on the page %s', async (name, request) => {
    const { status, message } = await call(host, request);
    expect(status).toBe(400);
    expect(page(name)).toContain(message);
  });
});
