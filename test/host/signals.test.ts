/** SIGHUP in each phase of a process. */
import { expect, test } from 'vitest';
import { holdReloads, reloadOnSignal } from '#src/host/signals.ts';
import { silentLog } from '#src/platform/log.ts';

test('a SIGHUP while the process starts counts once its settings can be read again', async () => {
  const before = process.listeners('SIGHUP');
  holdReloads();
  process.emit('SIGHUP');
  process.emit('SIGHUP');
  let reloads = 0;
  const reload = async (): Promise<void> => void reloads++;
  reloadOnSignal(reload, silentLog);
  await Promise.resolve();
  expect(reloads).toBe(1);
  process.emit('SIGHUP');
  await new Promise(setImmediate);
  expect(reloads).toBe(2);
  for (const listener of process.listeners('SIGHUP')) if (!before.includes(listener)) process.off('SIGHUP', listener);
});
