/** The log's destination while the standard output does not accept lines. */
import { expect, test, vi } from 'vitest';
import { LogOutput } from '#src/platform/log-output.ts';

const errorOf = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** A file that accepts `free` bytes, then reports `code`. */
function fileWith(free: number, code = 'ENOSPC') {
  const file = { free, code, text: '', calls: 0 };
  const store = (bytes: Uint8Array): number => {
    file.calls++;
    if (file.free === 0) throw errorOf(file.code);
    const part = Buffer.from(bytes).subarray(0, file.free);
    file.free -= part.length;
    file.text += part.toString();
    return part.length;
  };
  const write = (bytes: Uint8Array, done: (error: NodeJS.ErrnoException | null, written: number) => void): void => {
    try {
      done(null, store(bytes));
    } catch (cause) {
      done(cause as NodeJS.ErrnoException, 0);
    }
  };
  return { file, output: new LogOutput({ write, writeSync: store }) };
}

const HALF_MB = 'x'.repeat(512 * 1024 - 1);

test('lines wait while the disk is full, and follow complete and in order', () => {
  vi.useFakeTimers();
  const { file, output } = fileWith(8);
  for (const line of ['one\n', 'two two\n', 'three\n']) output.write(line);
  expect(file.text).toBe('one\ntwo ');
  file.free = 100;
  vi.advanceTimersByTime(1000);
  expect(file.text).toBe('one\ntwo two\nthree\n');
  vi.useRealTimers();
});

test('lines beyond the limit are lost and counted in a line once the disk has space', () => {
  vi.useFakeTimers();
  const { file, output } = fileWith(0);
  const reports: object[] = [];
  output.onLost = (lines, cause) => reports.push({ lines, cause: cause?.message });
  for (let i = 0; i < 5; i++) output.write(`${HALF_MB}\n`);
  output.write(`${HALF_MB}${HALF_MB}\n`);
  expect(reports).toEqual([]);
  file.free = 1e9;
  vi.advanceTimersByTime(1000);
  // One was taken for the first attempt, two wait.
  expect(file.text.split('\n').length - 1).toBe(3);
  expect(reports).toEqual([{ lines: 3, cause: 'ENOSPC' }]);
  vi.useRealTimers();
});

test('what waits when the process ends is written in one attempt, which may fail', () => {
  const { file, output } = fileWith(0);
  output.write('one\n');
  output.write('two\n');
  output.flushSync();
  expect(file.calls).toBe(2);
  output.write('three\n');
  file.free = 100;
  output.flushSync();
  expect(file.text).toBe('three\n');
});

test('nothing is written any more to an output that nobody reads', () => {
  const { file, output } = fileWith(0, 'EPIPE');
  output.write('one\n');
  file.free = 100;
  output.write('two\n');
  output.flushSync();
  expect(file).toMatchObject({ text: '', calls: 1 });
});
