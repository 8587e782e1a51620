import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';
import type { DemoBidder } from '#src/demo/bidder-server.ts';
import { demoSettings, startDemo } from '#src/demo/host.ts';
import { type Host, makeHost } from '#src/host.ts';
import { silentLog } from '#src/outside/log.ts';

const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Each `curl` of the page with the answer that follows it. */
const examples = [...page.matchAll(/```sh\ncurl -s localhost:8000(\S+) -d '([^']+)'\n```[\s\S]*?```json\n([\s\S]+?)```/g)].map(
  ([, path = '', body = '', answer = '']) => ({ path, body, answer: JSON.parse(answer) as Answer }),
);

interface Answer {
  readonly seatbid: { readonly seat: string }[];
  readonly ext: { responsetimemillis: unknown; readonly [word: string]: unknown };
}

/** The answer without what differs from run to run: times, and who answered first. */
function settled(answer: Answer): Answer {
  const text = JSON.stringify(answer).replace(/"auctiontimestamp":\d+/, '"auctiontimestamp":0');
  const { ext, seatbid, ...rest } = JSON.parse(text) as Answer;
  const seats = seatbid.sort((a, b) => (a.seat < b.seat ? -1 : 1));
  return { ...rest, seatbid: seats, ext: { ...ext, responsetimemillis: Object.keys(ext.responsetimemillis as object).sort() } };
}

describe('the README', () => {
  let demo: DemoBidder;
  let host: Host;
  let port: number;

  beforeAll(async () => {
    demo = await startDemo();
    const settings = { ...demoSettings(demo.origin), host: '127.0.0.1', port: 0, admin_port: 0, log: { level: 'silent' } };
    const offline = { gdpr: { default_value: '0', vendorlist: { live: { enabled: false } } } };
    host = await makeHost(loadConfig(undefined, {}, { ...settings, ...offline }), silentLog, { demo: true });
    ({ port } = await host.listen());
  });

  afterAll(async () => {
    await host.stop(1000);
    await demo.close();
  });

  test('shows an auction in either word', () => {
    expect(examples.map(({ answer }) => 'prebid' in answer.ext)).toEqual([false, true]);
  });

  test.each(examples)('shows what $path answers', async ({ path, body, answer }) => {
    const made = (await (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body })).json()) as Answer;
    expect(settled(made)).toEqual(settled(answer));
  });
});
