/** Probes of orchestrators. */
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { Readiness, registerProbes } from '#src/http/probes.ts';

test('a process is alive all the time, and ready between its start and its end', async () => {
  const [app, readiness] = [Fastify(), new Readiness()];
  registerProbes(app, readiness);
  const seen: unknown[] = [];
  const look = async (): Promise<void> => {
    const [live, ready] = [await app.inject('/livez'), await app.inject('/readyz')];
    seen.push([live.statusCode, live.body, ready.statusCode, ready.body]);
  };
  await look();
  readiness.ready();
  await look();
  readiness.stopping();
  readiness.ready();
  await look();
  expect(seen).toEqual([
    [200, 'ok\n', 503, 'starting\n'],
    [200, 'ok\n', 200, 'ready\n'],
    [200, 'ok\n', 503, 'stopping\n'],
  ]);
});
