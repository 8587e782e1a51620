/** Events of calls of public endpoints at a tap of a running host, and the messages for a client that resumes too late. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataSchemas } from '#src/taps/schemas.ts';
import type { EventKind } from '#streams/events.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { call, callAll, REPORTED } from '#test/helpers/observed-calls.ts';
import { openTap, type TapClient } from '#test/helpers/tap-client.ts';

let bidder: BidderServer;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((_request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bidOnAll(body));
  });
  const usersync = { redirect: { url: 'https://one.example/sync?to={{.RedirectURL}}', user_macro: '$UID' } };
  host = await startTestHost({
    adapters: { one: { alias_of: 'generic', enabled: true, endpoint: bidder.origin, usersync } },
    account_defaults: { events: { enabled: true } },
    taps: { flush_ms: 5, ring_events: 20 },
  });
});
afterAll(async () => {
  await host.stop(100);
  await bidder.close();
});

const receivedBy = (client: TapClient, kind: EventKind): object[] =>
  client.events().flatMap((event) => {
    const { ms: _, ...data } = event.data;
    return event.kind === kind && event.seq > client.start ? [data] : [];
  });

test('calls of /event, /vtrack, /cache, /setuid and /cookie_sync reach a tap unchanged, without user ids', async () => {
  const client = await openTap(`${host.adminOrigin}/taps?kinds=event,cache,sync`);
  await client.next('snapshot');
  await callAll(host.origin);
  await client.event(({ data }) => data['type'] === 'cookie_sync');
  for (const [kind, reported] of Object.entries(REPORTED)) expect(receivedBy(client, kind as EventKind)).toEqual(reported);
  for (const { kind, data } of client.events()) expect(dataSchemas[kind].safeParse(data).error).toBeUndefined();
  expect(client.events()[0]).toMatchObject({ account: 'publisher', bidder: 'one' });
  expect(client.text()).not.toContain('secret-uid');
  client.close();
});

test('events match the filters of a tap for an account and a bidder', async () => {
  const client = await openTap(`${host.adminOrigin}/taps?kinds=event&account=publisher&bidder=one`);
  await client.next('snapshot');
  for (const account of ['publisher', 'another']) {
    for (const name of ['one', 'other']) await call(host.origin, 'GET', `/event?t=win&b=${account}-${name}&a=${account}&bidder=${name}`);
  }
  await call(host.origin, 'GET', '/event?t=win&b=last&a=publisher&bidder=one');
  await client.event(({ data }) => data['bidId'] === 'last');
  expect(receivedBy(client, 'event').map((data) => 'bidId' in data && data.bidId)).toEqual(['publisher-one', 'last']);
  client.close();
});

test('a client that resumes after a longer gap than the ring learns that events are lost', async () => {
  const client = await openTap(`${host.adminOrigin}/taps?kinds=event`);
  const { session } = await client.next('hello');
  await call(host.origin, 'GET', '/event?t=win&b=before&a=publisher');
  const { seq } = await client.event(({ data }) => data['bidId'] === 'before');
  client.close();
  for (let i = 0; i < 19; i++) await call(host.origin, 'GET', `/event?t=win&b=meanwhile-${i}&a=publisher`);
  const resume = { session, seq };
  const intime = await openTap(`${host.adminOrigin}/taps`);
  intime.send({ type: 'subscribe', kinds: ['event'], resume });
  expect(await intime.next('snapshot')).toMatchObject({ resumed: true, missed: false, recent: 19 });
  intime.close();
  for (let i = 19; i < 25; i++) await call(host.origin, 'GET', `/event?t=win&b=meanwhile-${i}&a=publisher`);
  const late = await openTap(`${host.adminOrigin}/taps`);
  late.send({ type: 'subscribe', kinds: ['event'], resume });
  const snapshot = await late.next('snapshot');
  expect(snapshot).toMatchObject({ resumed: true, missed: true, recent: 20 });
  await late.event(({ data }) => data['bidId'] === 'meanwhile-24');
  expect(late.events().map(({ data }) => data['bidId'])).toEqual(Array.from({ length: 20 }, (_, i) => `meanwhile-${i + 5}`));
  late.close();
});
