/** A client that sends its next requests before the response (RFC 9112, section 9.3.2). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { bidderServer, startTestHost } from '#test/helpers/host.ts';

const ids = Array.from({ length: 12 }, (_, i) => `r${i}`);
const SITE = { page: 'https://p.example', publisher: { id: '1' } };
const bodyOf = (id: string): string =>
  JSON.stringify({ id, site: SITE, imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { prebid: { bidder: { generic: {} } } } }] });
const requestOf = (body: string, connection: string): string =>
  `POST /openrtb2/auction HTTP/1.1\r\nHost: h\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test('auctions in flight on one connection have their responses in order, and Node warns of nothing', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const waiting: (() => void)[] = [];
  const bidder = await bidderServer((_request, response) => {
    waiting.push(() => response.writeHead(204).end());
    // No auction ends before all have started.
    if (waiting.length === ids.length) for (const respond of waiting) respond();
  });
  const host = await startTestHost({ adapters: { generic: { enabled: true, endpoint: bidder.origin } } });
  try {
    const socket = connect(Number(new URL(host.origin).port), '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (text: string) => {
      received += text;
    });
    socket.write(ids.map((id, i) => requestOf(bodyOf(id), i < ids.length - 1 ? 'keep-alive' : 'close')).join(''));
    await once(socket, 'end');
    expect([...received.matchAll(/\r\n\r\n\{"id":"(\w+)"/g)].map(([, id]) => id)).toEqual(ids);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', onWarning);
    await host.stop(100);
    await bidder.close();
  }
});
