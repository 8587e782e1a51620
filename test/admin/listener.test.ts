import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestHost } from '#test/helpers/host.ts';

test('a host may disable the admin listener', async () => {
  const host = await startTestHost({ admin: { enabled: false } });
  expect([host.adminOrigin, host.admin.server.listening, (await fetch(`${host.origin}/status`)).status]).toEqual([
    'http://127.0.0.1:0',
    false,
    204,
  ]);
  await host.stop(100);
});

const ROOT = join(import.meta.dirname, '../..');
const SCRIPT = `import { statSync } from 'node:fs';
import Fastify from 'fastify';
import { listenAdmin } from '#src/admin/listen.ts';
const [path] = process.argv.slice(1);
process.umask(0);
const admin = Fastify();
const modes = [];
const note = () => modes.push((statSync(path).mode & 0o777).toString(8));
admin.server.on('listening', note);
await listenAdmin(admin, { admin: { enabled: true }, admin_host: '', admin_port: 0, admin_socket: path });
note();
console.log(JSON.stringify([...modes, process.umask()]));
await admin.close();`;

test('the socket file is its owner’s from the moment it exists, whatever the umask', () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-admin-'));
  const given = ['--input-type=module', '-e', SCRIPT, join(folder, 'admin.sock')];
  const { stdout } = spawnSync(process.execPath, given, { cwd: ROOT, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual(['700', '600', 0]);
  rmSync(folder, { recursive: true });
});
