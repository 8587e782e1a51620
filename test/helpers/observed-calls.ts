/** Calls of the public endpoints that produce tap events, each made as a page or a player makes it. */
import { Agent, request } from 'node:http';

/** A connection per call: several workers take turns. */
const connections = new Agent({ keepAlive: false });

export function call(origin: string, method: 'GET' | 'POST', path: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, agent: connections }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** One auction of the `generic` bidder; returns the response's status. */
export function auctionAt(origin: string): Promise<number> {
  const imp = { id: 'imp', banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { generic: {} } } } };
  const body = { id: 'r', imp: [imp], site: { page: 'https://p.example', publisher: { id: 'p' } } };
  return call(origin, 'POST', '/openrtb2/auction', JSON.stringify(body));
}

const VAST = '<VAST><Ad><InLine><Impression>one</Impression></InLine></Ad></VAST>';
const tracked = { bidid: 'b-vtrack', bidder: 'one', type: 'xml', value: VAST };
const puts = [
  { type: 'json', value: { a: 1 } },
  { type: 'xml', value: VAST },
];

/** Makes every call once; the user's id is `secret-uid`. */
export async function callAll(origin: string): Promise<void> {
  const made = [
    await call(origin, 'GET', '/event?t=win&b=b-win&a=publisher&bidder=one&ts=1700000000000&int=web'),
    await call(origin, 'GET', '/event?t=imp&b=b-imp&a=publisher&f=i'),
    await call(origin, 'GET', '/event?t=vast&vtype=firstQuartile&b=b-vast&a=publisher'),
    await call(origin, 'POST', '/vtrack?a=publisher&int=player', JSON.stringify({ puts: [tracked] })),
    await call(origin, 'POST', '/cache', JSON.stringify({ puts })),
    await call(origin, 'GET', '/setuid?bidder=one&uid=secret-uid&gdpr=0'),
    await call(origin, 'POST', '/cookie_sync', '{"bidders":["one"],"gdpr":0}'),
  ];
  if (made.some((status) => status >= 300)) throw new Error(`a call failed: ${made.join()}`);
}

/** The expected tap events, by kind; without the duration of puts. */
export const REPORTED = {
  event: [
    { type: 'win', bidId: 'b-win', timestamp: 1_700_000_000_000, integration: 'web' },
    { type: 'imp', bidId: 'b-imp' },
    { type: 'vast', vtype: 'firstQuartile', bidId: 'b-vast' },
  ],
  cache: [
    { action: 'put', types: { xml: 1 }, stored: 1, errors: [] },
    { action: 'put', types: { json: 1, xml: 1 }, stored: 2, errors: [] },
  ],
  sync: [
    { type: 'setuid', status: 200, errors: [], bidders: [{ bidder: 'one' }], success: true },
    { type: 'cookie_sync', status: 200, errors: [], bidders: [{ bidder: 'one', type: 'redirect' }] },
  ],
} as const;
