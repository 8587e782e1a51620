import { afterEach, expect, test } from 'vitest';
import { logConsole } from '#src/platform/console-log.ts';

const { warn, error } = console;
const listeners = process.listeners('warning');
afterEach(() => {
  Object.assign(console, { warn, error });
  process.removeAllListeners('warning');
  for (const listener of listeners) process.on('warning', listener);
});

function logged(): unknown[] {
  const lines: unknown[] = [];
  const note =
    (level: string) =>
    (fields: object, message: string): void =>
      void lines.push([level, fields, message]);
  logConsole({ debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') });
  return lines;
}

test('lines of the console are formatted and logged', () => {
  const lines = logged();
  console.warn('%s of %d', 'one', 2, { three: 3 });
  console.error('bad');
  expect(lines).toEqual([
    ['warn', { output: 'one of 2 { three: 3 }' }, 'a package wrote to the console'],
    ['error', { output: 'bad' }, 'a package wrote to the console'],
  ]);
});

test('warnings of Node are logged, unless none are wanted', () => {
  process.removeAllListeners('warning');
  logged();
  expect(process.listenerCount('warning')).toBe(0);
  process.on('warning', () => {});
  const lines = logged();
  const warning = new Error('deprecated');
  process.emit('warning', warning);
  expect(lines).toEqual([['warn', { failure: warning }, 'warning of Node']]);
});
