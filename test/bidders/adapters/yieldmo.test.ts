import { describe, expect, it } from 'vitest';
import yieldmo from '#src/bidders/adapters/yieldmo.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { badInput } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = yieldmo.build(builder);

describe('yieldmo', () => {
  it('sends every imp with its readable and convertible parts, and reports the rest', () => {
    const imps = [
      { id: '1', bidfloor: 2, bidfloorcur: 'EUR', ext: { bidder: { placementId: 'p' }, data: { pbadslot: '/1' } } },
      { id: '2', bidfloor: 2, bidfloorcur: 'GBP', ext: { bidder: { placementId: 'p' }, data: 1 } },
      { id: '3', ext: { bidder: 1, data: { pbadslot: '/1' } } },
      { id: '4', ext: 'text' },
    ];
    const { calls, errors } = adapter.makeRequests({ id: 'r', imp: imps } as unknown as SharedRequest, info);
    const body = calls[0]?.body as SharedRequest | undefined;
    expect(body?.imp).toEqual([
      { id: '1', bidfloor: 3, bidfloorcur: 'USD', ext: { placement_id: 'p', gpid: '/1' } },
      { id: '2', bidfloor: 2, bidfloorcur: 'GBP', ext: { placement_id: 'p' } },
      { id: '3', ext: { placement_id: '', gpid: '/1' } },
      { id: '4', ext: { placement_id: '' } },
    ]);
    expect(errors).toEqual([
      badInput('Unable to convert provided bid floor currency from GBP to USD'),
      badInput('cannot unmarshal data: expect { or n, but found 1'),
      badInput('expect { or n, but found 1'),
      badInput('expect { or n, but found "'),
      badInput('expect { or n, but found \0'),
    ]);
  });

  it('is called for a request without imps too', () => {
    const { calls } = adapter.makeRequests(requestOf(), info);
    expect(calls).toMatchObject([{ body: { imp: [] } }]);
  });

  it('silently drops bids of another type, or none', () => {
    const bids = [{ mediatype: 'native' }, { mediatype: 'audio' }, { mediatype: 1 }, undefined].map((ext) => ({ impid: '1', ext }));
    const made = adapter.makeBids(requestOf(), sent, response({ seatbid: [{ bid: bids }] }));
    expect(made).toMatchObject({ result: { currency: 'USD', bids: [{ type: 'native' }] }, errors: [] });
  });
});
