import { describe, expect, it } from 'vitest';
import thetradedesk from '#src/bidders/adapters/thetradedesk.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const hosted = { ...builder, endpoint: 'https://acme.example/{{.SupplyId}}' };
const adapter = thetradedesk.build(hosted);
const imp = (id: string, bidder: unknown) => ({ id, banner: { format: [{ w: 300, h: 250 }], w: 1 }, bidder });

describe('thetradedesk', () => {
  it('reads imps until both ids are found', () => {
    const request = { ...requestOf(imp('1', { supplySourceId: 's' }), imp('2', { publisherId: 'p' }), imp('3', 1)), app: {} };
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls[0]).toMatchObject({ uri: 'https://acme.example/s', impIds: ['1', '2', '3'] });
    expect(calls[0]?.body).toMatchObject({
      app: { publisher: { id: 'p' } },
      imp: [{ banner: { w: 300, h: 250 } }, { banner: { w: 300, h: 250 } }, {}],
    });
  });

  it('stops at a malformed imp that it must read', () => {
    const { calls, errors } = adapter.makeRequests(requestOf(imp('1', { supplySourceId: 's' }), imp('2', 1)), info);
    expect({ calls, errors }).toEqual({ calls: [], errors: [badInput('expect { or n, but found 1')] });
  });

  it('stops at an imp with a malformed part of its `ext`', () => {
    const ext = { srv: 1, bidder: { publisherId: 'p', supplySourceId: 's' } } as never;
    const request = { id: 'request', imp: [{ id: '1', ext }] };
    expect(adapter.makeRequests(request, info)).toEqual({
      calls: [],
      errors: [badInput('cannot unmarshal srv: expect { or n, but found 1')],
    });
  });

  it('uses the host’s supply source if publishers name none, and fails without either', () => {
    const request = { ...requestOf(imp('1', { publisherId: 'p' })), site: { publisher: { id: 'old', name: 'n' } }, app: {} };
    const own = thetradedesk.build({ ...hosted, extraInfo: 'host' }).makeRequests(request, info);
    expect(own.calls[0]?.uri).toBe('https://acme.example/host');
    expect(own.calls[0]?.body).toMatchObject({ site: { publisher: { id: 'p', name: 'n' } }, app: {} });
    expect(adapter.makeRequests(request, info)).toEqual({
      calls: [],
      errors: [generic('Either supplySourceId or a default endpoint must be provided')],
    });
    expect(() => thetradedesk.build({ ...hosted, extraInfo: '{}' })).toThrow(
      'ExtraAdapterInfo must be a simple string provided by TheTradeDesk',
    );
  });

  it.each([
    ['{"supply-id":"host"}', 'host'],
    ['host', 'host'],
  ])('uses the only text of a mapping in the Java variant: %s', (extraInfo, source) => {
    const java = thetradedesk.build({ ...hosted, dialect: 'java', extraInfo });
    expect(java.makeRequests(requestOf(imp('1', { publisherId: 'p' })), info).calls[0]?.uri).toBe(`https://acme.example/${source}`);
  });

  it('fails a complete response for one bid of unknown type', () => {
    const bids = [1, 5].map((mtype) => ({ impid: '1', mtype }));
    expect(adapter.makeBids(requestOf(), sent, response({ seatbid: [{ bid: bids }] }))).toEqual({
      errors: [badServer('unsupported mtype: 5')],
    });
  });
});
