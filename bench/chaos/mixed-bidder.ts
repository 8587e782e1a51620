/**
 * A bidder in a process of its own with one bid per imp, VAST for video: the path `/delay/N` responds after N ms, `/none` with 204, `/broken`
 * with 500, `/hangs` never. Prints its port.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const VAST =
  '<VAST version="3.0"><Ad><InLine><Impression>https://t.example/i</Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration></Linear></Creative></Creatives></InLine></Ad></VAST>';

/** Cheap text of the right size: every response differs in the ids of its imps only. */
function responseTo(body: string): string {
  const { id, imp } = JSON.parse(body) as BidRequest;
  const bid = imp.map(({ id: impid, video }, i) => {
    const creative = video ? { adm: VAST, mtype: 2, dur: 15 } : { adm: `<p>${'ad'.repeat(200)}</p>`, mtype: 1 };
    return { id: `b${i}`, impid, price: 1 + i / 10, crid: 'c', adomain: ['a.example'], cat: ['IAB1-1'], w: 300, h: 250, ...creative };
  });
  return JSON.stringify({ id, cur: 'USD', seatbid: [{ bid }] });
}

function respond(path: string, body: string, response: ServerResponse): void {
  if (path === '/none') response.writeHead(204).end();
  else if (path === '/broken') response.writeHead(500).end('{');
  else if (path.startsWith('/delay/')) {
    const json = responseTo(body);
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(json), Number(path.slice('/delay/'.length)));
  }
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => respond(request.url ?? '', body, response));
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
process.on('SIGTERM', () => process.exit(0));
