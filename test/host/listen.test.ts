import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { makeHost } from '#src/host/host.ts';
import { silentLog } from '#src/platform/log.ts';

it('the public listener does not open if the admin listener or that of metrics cannot', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const gdpr = { default_value: '0', vendorlist: { live: { enabled: false } } };
  const base = { host: '127.0.0.1', port: 0, admin_port: 0, data_dir: '', gdpr, warm_up_auctions: 0 };
  for (const settings of [{ admin_port: port }, { metrics: { prometheus: { port } } }]) {
    const host = await makeHost(loadConfig(undefined, {}, { ...base, ...settings }), silentLog, { demo: false });
    let opened = false;
    host.app.server.once('listening', () => {
      opened = true;
    });
    await expect(host.listen()).rejects.toThrow('EADDRINUSE');
    expect(opened).toBe(false);
    await host.stop(0);
  }
  taken.close();
});
