import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import { type DemoBidder, startDemoBidder } from '#src/demo/bidder-server.ts';
import { demoSettings } from '#src/demo/host.ts';
import { type Host, makeHost } from '#src/host/host.ts';
import { silentLog } from '#src/platform/log.ts';

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Each `curl` of the page with its response. */
const examples = [...page.matchAll(/```sh\ncurl -s localhost:8000(\S+) -d '([^']+)'\n```[\s\S]*?```json\n([\s\S]+?)```/g)].map(
  ([, path = '', body = '', response = '']) => ({ path, body, response: JSON.parse(response) as HttpResponse }),
);

interface HttpResponse {
  readonly seatbid: { readonly seat: string }[];
  readonly ext: { responsetimemillis: unknown; readonly [extKey: string]: unknown };
}

/** The response without values that vary: times, and the order of responses. */
function settled(response: HttpResponse): HttpResponse {
  const json = JSON.stringify(response).replace(/"auctiontimestamp":\d+/, '"auctiontimestamp":0');
  const { ext, seatbid, ...rest } = JSON.parse(json) as HttpResponse;
  const seats = seatbid.sort((a, b) => (a.seat < b.seat ? -1 : 1));
  return { ...rest, seatbid: seats, ext: { ...ext, responsetimemillis: Object.keys(ext.responsetimemillis as object).sort() } };
}

describe('the README', () => {
  let demo: DemoBidder;
  let host: Host;
  let port: number;

  beforeAll(async () => {
    demo = await startDemoBidder();
    const settings = { ...demoSettings(demo.origin), host: '127.0.0.1', port: 0, admin_port: 0, log: { level: 'silent' } };
    const offline = { gdpr: { default_value: '0', vendorlist: { live: { enabled: false } } } };
    host = await makeHost(loadConfig(undefined, {}, { ...settings, ...offline }), silentLog, { demo: true });
    ({ port } = await host.listen());
  });

  afterAll(async () => {
    await host.stop(1000);
    await demo.close();
  });

  test('shows an auction with either extension key', () => {
    expect(examples.map(({ response }) => 'prebid' in response.ext)).toEqual([false, true]);
  });

  test.each(examples)('shows the response of $path', async ({ path, body, response }) => {
    const made = (await (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })).json()) as HttpResponse;
    expect(settled(made)).toEqual(settled(response));
  });
});
