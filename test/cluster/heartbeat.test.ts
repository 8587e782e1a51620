/** Heartbeats between real processes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { Heartbeats } from '#src/cluster/heartbeat.ts';
import { until } from '#test/integration/servers.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A process that sends heartbeats, and reports of its hangs. */
async function arrange(timeout_ms: number) {
  const hung: number[] = [];
  const heartbeats = new Heartbeats({ timeout_ms }, (worker) => hung.push(worker));
  const child = fork(join(import.meta.dirname, 'beating-process.ts'), [String(timeout_ms)]);
  let beats = 0;
  child.on('message', () => {
    beats++;
    heartbeats.received(1);
  });
  ends.push(
    () => heartbeats.stop(),
    () => child.kill('SIGKILL'),
  );
  await once(child, 'message');
  return { child, hung, heartbeats, beats: () => beats };
}

test('a process in an endless loop is reported once', async () => {
  const { child, hung } = await arrange(200);
  child.send('loop');
  await until('it is reported', () => hung.length > 0);
  expect(hung).toEqual([1]);
});

test('a process that turns is not reported, and one that ended neither', async () => {
  const { child, hung, heartbeats, beats } = await arrange(2000);
  const before = beats();
  await until('it beats again', () => beats() > before);
  child.kill('SIGKILL');
  await once(child, 'exit');
  heartbeats.ended(1);
  expect(hung).toEqual([]);
});
