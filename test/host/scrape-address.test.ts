import { afterEach, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { loadSettings } from '#test/helpers/settings-file.ts';

let host: RunningHost | undefined;
afterEach(async () => {
  await host?.stop(0);
  host = undefined;
});

test('metrics are served at the address of the public listener if the settings say so', async () => {
  const port = await reservePort();
  host = await startTestHost({ host: '127.0.0.2', metrics: { prometheus: { port, address: 'host' } } });
  expect((await fetch(`http://127.0.0.2:${port}/any`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/any`)).rejects.toThrow();
});

test('they do by default with a named variant', () => {
  const addressOf = (text: string) => loadSettings(`${text}gdpr: {default_value: "0"}\n`).metrics.prometheus.address;
  expect(['variant: go\n', 'variant: java\n'].map(addressOf)).toEqual(['host', 'host']);
});
