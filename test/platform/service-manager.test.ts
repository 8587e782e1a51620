import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '#src/platform/log.ts';
import { openServiceManager } from '#src/platform/service-manager.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'auctor-systemd-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a unit whose `systemd-notify` writes its arguments to a file. */
function unit(over: NodeJS.ProcessEnv = {}): { environment: NodeJS.ProcessEnv; sent(): string[] } {
  const [program, file] = [join(folder, 'systemd-notify'), join(folder, 'sent')];
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${file}\n`);
  chmodSync(program, 0o700);
  return {
    environment: { NOTIFY_SOCKET: '/run/n', PATH: `${folder}:/bin:/usr/bin`, ...over },
    sent: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
  };
}

const soon = (value: () => unknown) => expect.poll(value, { interval: 2 });

test('each state of the process is reported, in order', async () => {
  const { environment, sent } = unit();
  const manager = openServiceManager(environment, silentLog);
  manager.ready();
  manager.reloading();
  manager.stopping();
  await soon(() => sent().length).toBe(3);
  expect(sent()).toEqual([
    `/run/n READY=1 MAINPID=${process.pid}`,
    expect.stringMatching(/^\/run\/n RELOADING=1 MONOTONIC_USEC=\d+$/),
    '/run/n STOPPING=1',
  ]);
});

test('the process is reported to be alive to the watchdog that watches it', async () => {
  const { environment, sent } = unit({ WATCHDOG_USEC: '10000', WATCHDOG_PID: String(process.pid) });
  const manager = openServiceManager(environment, silentLog);
  await soon(() => sent().length).toBeGreaterThan(1);
  manager.close();
  expect(new Set(sent())).toEqual(new Set(['/run/n WATCHDOG=1']));
});

test.each([{ WATCHDOG_USEC: '1000', WATCHDOG_PID: '1' }, { WATCHDOG_USEC: '' }, { WATCHDOG_USEC: '0' }, {}])(
  '%j is no watchdog',
  async (over) => {
    const { environment, sent } = unit(over);
    const manager = openServiceManager(environment, silentLog);
    // Each report takes its turn behind the others.
    for (let i = 1; i <= 3; i++) {
      manager.ready();
      await soon(() => sent().length).toBe(i);
    }
    manager.close();
    expect(new Set(sent())).toEqual(new Set([`/run/n READY=1 MAINPID=${process.pid}`]));
  },
);

test('a failure to report is logged once', async () => {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (_: object | string, message?: string) => void lines.push(message ?? '') };
  const manager = openServiceManager({ NOTIFY_SOCKET: '/run/n', PATH: folder }, log);
  for (let i = 0; i < 3; i++) manager.ready();
  await soon(() => lines).toEqual(['systemd-notify failed: the service manager is not informed']);
});

test('without a service manager nothing is reported', () => {
  const { environment, sent } = unit({ NOTIFY_SOCKET: undefined });
  const manager = openServiceManager(environment, silentLog);
  manager.ready();
  manager.close();
  expect(sent()).toEqual([]);
});
