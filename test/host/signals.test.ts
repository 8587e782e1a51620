/** SIGHUP in each phase of a process. */
import { expect, test } from 'vitest';
import { holdReloads, reloadOnSignal } from '#src/host/signals.ts';
import { silentLog } from '#src/platform/log.ts';

test('a SIGHUP while the process starts counts once its settings can be read again', async () => {
  const before = process.listeners('SIGHUP');
  holdReloads();
  const [listener] = process.listeners('SIGHUP').filter((each) => !before.includes(each));
  if (!listener) throw new Error('no listener');
  process.off('SIGHUP', listener);
  // Not emitted: tests of other programs in this process end it on a signal.
  const signal = (): void => void listener('SIGHUP');
  signal();
  signal();
  let reloads = 0;
  const reload = async (): Promise<void> => void reloads++;
  reloadOnSignal(reload, silentLog);
  await Promise.resolve();
  expect(reloads).toBe(1);
  signal();
  await new Promise(setImmediate);
  expect(reloads).toBe(2);
});
