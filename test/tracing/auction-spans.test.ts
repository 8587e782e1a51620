import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { auctionSpans } from '#src/tracing/auction-spans.ts';
import { type Span, traceBody } from '#src/tracing/otlp.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

const context = { traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16), firstSpan: 256n };

function spans(over: Partial<Auction> = {}): Span[] {
  const auction = endedAuction(testServices(), undefined, { startedAt: 1_700_000_000_000, ...over });
  return JSON.parse(`[${auctionSpans(auction, context, 60_000)}]`) as Span[];
}

const at = (us: number): string => `${1_700_000_000_000_000 + us}000`;
const shape = ({ name, kind, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano, status }: Span): unknown[] => [
  name,
  kind,
  spanId.replace(/^0+/, ''),
  parentSpanId?.replace(/^0+/, ''),
  startTimeUnixNano,
  endTimeUnixNano,
  status?.message,
];
const attributes = (span: Span | undefined): Record<string, unknown> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));

const call = { method: 'POST', uri: 'https://alpha.example:8443/bid?uid=secret', headers: {}, impIds: ['imp-1'] } as const;
const timeline = [
  { state: 'validate', atUs: 100, tookUs: 400 },
  { state: 'collect', atUs: 1000, tookUs: 50_000 },
];

describe('the spans of an auction', () => {
  test('contain the auction, its states, its bidders and their calls', () => {
    const response = { status: 200, headers: {}, body: '' };
    const made = spans({
      timeline,
      outcomes: [
        { bidder: 'alpha', kind: 'bids', ms: 20, calls: [{ call, response, ms: 20, result: { currency: 'USD', bids: [] } }] },
        { bidder: 'beta', kind: 'timeout', ms: 50, calls: [{ call, ms: 50, failure: { kind: 'timeout', message: 'uid=secret' } }] },
      ],
    });
    expect(made.map(shape)).toEqual([
      ['POST /openrtb2/auction', 2, '100', 'b'.repeat(16), at(0), at(60_000), undefined],
      ['validate', 1, '101', '100', at(100), at(500), undefined],
      ['collect', 1, '102', '100', at(1000), at(51_000), undefined],
      ['alpha', 1, '103', '102', at(1000), at(21_000), undefined],
      ['POST', 3, '104', '103', at(1000), at(21_000), undefined],
      ['beta', 1, '105', '102', at(1000), at(51_000), 'timeout'],
      ['POST', 3, '106', '105', at(1000), at(51_000), 'timeout'],
    ]);
    expect(new Set(made.map(({ traceId }) => traceId))).toEqual(new Set([context.traceId]));
    expect(JSON.stringify(made)).not.toContain('secret');
    expect(attributes(made[4])).toEqual({
      'http.request.method': 'POST',
      'server.address': 'alpha.example',
      'server.port': '8443',
      'http.response.status_code': '200',
      'auctor.imps': '1',
    });
    expect(attributes(made[5])).toEqual({ 'auctor.bidder': 'beta', 'auctor.outcome': 'timeout', 'auctor.bids': '0' });
  });

  test('contain the results', () => {
    const [root] = spans({ timeline });
    expect(attributes(root)).toMatchObject({
      'http.request.method': 'POST',
      'url.path': '/openrtb2/auction',
      'http.response.status_code': '200',
      'auctor.request_id': 'request',
      'auctor.account': 'publisher',
      'auctor.request_type': 'web',
      'auctor.imps': '1',
      'auctor.bids': '0',
    });
  });

  test('contain the rejecting state; only server errors are errors', () => {
    const rejected = (kind: 'invalid' | 'failed', status: number): Span[] =>
      spans({ timeline, rejection: { kind, messages: ['secret'] }, clientResponse: { status, headers: {}, body: '' } });
    const [root, , last] = rejected('invalid', 400);
    expect([root?.status, attributes(root)['auctor.rejection'], attributes(last)['auctor.rejection']]).toEqual([
      undefined,
      'invalid',
      'invalid',
    ]);
    expect(rejected('failed', 500)[0]?.status).toEqual({ code: 2, message: 'failed' });
  });

  test('end with the auction if a state never ended', () => {
    const [, state] = spans({ timeline: [{ state: 'collect', atUs: 10, tookUs: -1 }] });
    expect(state?.endTimeUnixNano).toBe(at(60_000));
  });

  test('do not count stored responses as calls', () => {
    const stored = { bidder: 'alpha', impId: 'imp-1', body: '', replaceImpId: true };
    const made = spans({ timeline, outcomes: [{ bidder: 'alpha', kind: 'no-bid', ms: 0, calls: [{ call, ms: 0, stored }] }] });
    expect(made.map(({ name }) => name)).toEqual(['POST /openrtb2/auction', 'validate', 'collect', 'alpha']);
  });
});

describe('the body for a collector', () => {
  test('contains all spans under one resource', () => {
    const body = JSON.parse(traceBody(['{"a":1},{"b":2}', '{"c":3}'], { 'service.name': 'x', load: 0.5, up: true }, '1.0')) as unknown;
    expect(body).toEqual({
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'x' } },
              { key: 'load', value: { doubleValue: 0.5 } },
              { key: 'up', value: { boolValue: true } },
            ],
          },
          scopeSpans: [{ scope: { name: 'auctor', version: '1.0' }, spans: [{ a: 1 }, { b: 2 }, { c: 3 }] }],
        },
      ],
    });
  });
});
