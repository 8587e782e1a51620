/** Segments on a disk that is full: a limit of the process on the size of files has the same effect. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { encodeRecord } from '#src/analytics/spool/record.ts';
import { Segment } from '#src/analytics/spool/segment.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-segments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODULE = join(import.meta.dirname, '../../../src/analytics/spool/segment.ts');
const SCRIPT = `import { readdirSync, readlinkSync } from 'node:fs';
import { Segment } from ${JSON.stringify(MODULE)};
const [folder] = process.argv.slice(1);
for (const name of ['a', 'b']) await Segment.create(folder + '/' + name).catch(({ code }) => console.log(code));
const target = (fd) => { try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; } };
console.log(readdirSync('/proc/self/fd').filter((fd) => target(fd).startsWith(folder)).length);`;

test.skipIf(process.platform !== 'linux')('segments that cannot be created leave neither a file nor a descriptor', () => {
  const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', SCRIPT, folder];
  expect(spawnSync('sh', limited, { encoding: 'utf8' }).stdout.split('\n')).toEqual(['EFBIG', 'EFBIG', '0', '']);
  expect(readdirSync(folder)).toEqual([]);
});

test('the first record is taken whole, however small the batch', async () => {
  const segment = await Segment.create(join(folder, 'small-batches'));
  const record = { id: 'e', at: 1, channel: 'c', text: '{"some":"event"}' };
  await segment.append(Buffer.concat([encodeRecord(record), encodeRecord(record)]), 2);
  expect([(await segment.take(5, 1))?.records, (await segment.take(5, 9))?.records, segment.unread]).toEqual([[record], [record], 0]);
  await segment.remove();
});
