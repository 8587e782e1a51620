/** Lines of the access log. */

import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { logAccess } from '#src/http/access-log.ts';
import { silentLog } from '#src/platform/log.ts';

async function linesOf(access_log: HostConfigInput['access_log'], next = 0.5, remoteAddress = '203.0.113.77'): Promise<object[]> {
  const lines: object[] = [];
  const app = Fastify();
  const log = { ...silentLog, info: (fields: object) => void lines.push(fields) };
  const random = { next: () => next, uuid: () => '', bits63: () => 0n };
  logAccess(app, { config: hostSchema.parse({ access_log }), log, random });
  app.get('/info/bidders/:name', (_request, reply) => reply.send('found'));
  app.get('/broken', (_request, reply) => reply.code(500).send('broken'));
  for (const url of ['/info/bidders/secret?uid=secret', '/broken', '/secret'])
    await app.inject({ url, headers: { cookie: 'uids=secret' }, remoteAddress });
  return lines;
}

const line = { method: 'GET', http: '1.1', ms: expect.any(Number), bytesIn: 0 };

test('a line names the route, never what it was called with', async () => {
  const lines = await linesOf({ enabled: true, sample_rate: 1, address: 'masked' });
  expect(lines).toEqual([
    { ...line, route: '/info/bidders/:name', status: 200, bytesOut: 5, address: '203.0.113.0' },
    { ...line, route: '/broken', status: 500, bytesOut: 6, address: '203.0.113.0' },
    { ...line, route: 'unknown', status: 404, bytesOut: expect.any(Number), address: '203.0.113.0' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test.each([
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2ff::7', '2001:db8:1:200::'],
])('the address %s is %s', async (given, shown) => {
  expect(await linesOf({ enabled: true, sample_rate: 0, address: 'masked' }, 0.5, given)).toMatchObject([{ status: 500, address: shown }]);
});

test('only a sample is logged, and every server error', async () => {
  expect(await linesOf({ enabled: true, sample_rate: 0.4 })).toEqual([{ ...line, route: '/broken', status: 500, bytesOut: 6 }]);
  expect(await linesOf({ enabled: true, sample_rate: 0.4, errors: false })).toEqual([]);
  expect(await linesOf({ sample_rate: 1 })).toEqual([]);
});
