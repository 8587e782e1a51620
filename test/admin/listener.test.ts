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
