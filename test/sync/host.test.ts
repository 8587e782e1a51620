import { expect, test } from 'vitest';
import { bidderServer, startTestHost } from '#test/helpers/host.ts';

test('a host does not start with an invalid sync address', async () => {
  const start = (usersync: object) => startTestHost({ adapters: { sovrn: { usersync } } });
  await expect(start({ redirect: { url: 'https://sync.example?r={{xRedirectURL}}' } })).rejects.toThrow('xRedirectURL');
  await expect(start({ redirect: { redirect_url: '{{.Nothing}}' } })).rejects.toThrow("can't evaluate field Nothing");
});

test('a host may call bidders of one family without syncing them, and stores their ids under one key', async () => {
  const called = { rubicon: { enabled: true }, magnite: { enabled: true } };
  await (await startTestHost({ adapters: called })).stop(0);
  const redirect = { url: 'https://sync.example?r={{.RedirectURL}}', user_macro: '$UID' };
  const { origin, stop } = await startTestHost({ adapters: { ...called, magnite: { enabled: true, usersync: { redirect } } } });
  try {
    const { headers } = await fetch(`${origin}/setuid?bidder=magnite&uid=me&f=i&gdpr=0`);
    const [, uids = ''] = /uids=([^;]*)/.exec(headers.get('set-cookie') ?? '') ?? [];
    expect(JSON.parse(Buffer.from(decodeURIComponent(uids), 'base64').toString())).toMatchObject({ tempUIDs: { rubicon: { uid: 'me' } } });
  } finally {
    await stop(0);
  }
});

test('series of syncers exist before the first sync', async () => {
  const { adminOrigin, stop } = await startTestHost({ adapters: { appnexus: { enabled: true } } });
  const text = await (await fetch(`${adminOrigin}/metrics`)).text();
  await stop(0);
  const lines = text.split('\n').filter((line) => /^syncer_/.test(line) && line.includes('syncer="adnxs"'));
  expect(lines.map((line) => line.replace('syncer="adnxs",', '')).toSorted()).toEqual([
    'syncer_requests{status="already_synced"} 0',
    'syncer_requests{status="ok"} 0',
    'syncer_requests{status="privacy_blocked"} 0',
    'syncer_requests{status="rejected_by_filter"} 0',
    'syncer_sets{status="cleared"} 0',
    'syncer_sets{status="ok"} 0',
  ]);
});

test('a host of the Java variant may give a bidder a key without endpoints', async () => {
  const { origin, stop } = await startTestHost({
    variant: 'java',
    adapters: {
      rubicon: { enabled: true, usersync: { key: 'rub', enabled: false } },
      generic: { enabled: true, usersync: { key: 'own' } },
    },
  });
  const body = JSON.stringify({ bidders: ['rubicon', 'generic'], coopSync: false, debug: true });
  const { bidder_status: statuses } = (await (await fetch(`${origin}/cookie_sync`, { method: 'POST', body })).json()) as {
    readonly bidder_status: readonly { readonly error?: string }[];
  };
  await stop(0);
  expect(statuses.map(({ error }) => error)).toEqual(['No sync config', 'No sync config']);
});

test('a host may override only the base of redirects', async () => {
  const { origin, stop } = await startTestHost({ adapters: { sovrn: { usersync: { external_url: 'https://own.example' } } } });
  try {
    const response = await fetch(`${origin}/cookie_sync`, { method: 'POST', body: '{"bidders":["sovrn"],"gdpr":0}' });
    const { bidder_status: statuses } = (await response.json()) as { bidder_status: { usersync: { url: string } }[] };
    expect(statuses[0]?.usersync.url).toContain('https%3A%2F%2Fown.example%2Fsetuid%3Fbidder%3Dsovrn');
  } finally {
    await stop(0);
  }
});

test('the captcha service may be inside the network of the host', async () => {
  const captcha = await bidderServer(
    (_request, response, body) => void response.end(JSON.stringify({ success: body.endsWith('=person') })),
  );
  const { origin, stop } = await startTestHost({ recaptcha_secret: 's', recaptcha_url: `${captcha.origin}/verify` });
  const optOut = async (token: string): Promise<number> =>
    (await fetch(`${origin}/optout?optout=1&g-recaptcha-response=${token}`, { redirect: 'manual' })).status;
  try {
    expect([await optOut('person'), await optOut('robot')]).toEqual([301, 401]);
  } finally {
    await stop(0);
    await captcha.close();
  }
});
