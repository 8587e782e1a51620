import { describe, expect, it } from 'vitest';
import medianet from '#src/bidders/adapters/medianet.ts';
import { badServer } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const request = requestOf({ id: '1', bidder: 'anything' });

describe('medianet', () => {
  it('receives the calling host if configured', () => {
    const uriOf = (extraInfo: string) => medianet.build({ ...builder, extraInfo }).makeRequests(request, info).calls[0]?.uri;
    expect(uriOf('https://host.example/a b')).toBe('https://acme.example/bid?src=https%3A%2F%2Fhost.example%2Fa+b');
    expect(uriOf('')).toBe('https://acme.example/bid');
  });

  it('gets the request unchanged, and bids in dollars by mtype', () => {
    const adapter = medianet.build(builder);
    expect(adapter.makeRequests(request, info).calls[0]?.body).toBe(request);
    const bids = [2, 3].map((mtype) => ({ impid: '1', mtype }));
    const made = adapter.makeBids(request, sent, response({ cur: 'EUR', seatbid: [{ bid: bids }] }));
    expect(made).toMatchObject({ result: { currency: 'USD', bids: [{ type: 'video' }] } });
    expect(made.errors).toEqual([badServer('Unable to fetch mediaType for imp: 1')]);
  });
});
