import { describe, expect, it } from 'vitest';
import taboola from '#src/bidders/adapters/taboola.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const endpoint = 'https://{{.MediaType}}.example/{{.GvlID}}/{{.PublisherID}}';
const adapter = taboola.build({ ...builder, endpoint, server: { ...builder.server, gvlId: 42 } });
const native = { request: '{}' };

describe('taboola', () => {
  it("lets an imp inherit earlier params, and takes the request's from the last imp", () => {
    const request = {
      ...requestOf(
        { id: '1', banner: {}, bidder: { publisherId: 'p', tagId: 'one', bidfloor: 2, position: 3, bcat: ['IAB1'] } },
        { id: '2', native, bidfloor: 5, bidder: { tagId: 'two' } },
        { id: '3', video: {}, bidder: { publisherId: 'q', pageType: 'article' } },
      ),
      site: { id: 'old', domain: 'a.example', publisher: { id: 'old', name: 'n' } },
      badv: ['b.example'],
      ext: { srv: {} },
    };
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls.map(({ uri, impIds }) => [uri, impIds])).toEqual([
      ['https://native.example/42/q', ['2']],
      ['https://display.example/42/q', ['1']],
    ]);
    const shared = {
      site: { id: 'q', name: 'q', domain: 'a.example', publisher: { id: 'q' } },
      bcat: ['IAB1'],
      badv: ['b.example'],
      ext: { srv: {}, pageType: 'article' },
    };
    expect(calls[0]?.body).toMatchObject({ ...shared, imp: [{ tagid: 'two', bidfloor: 2 }] });
    expect(calls[1]?.body).toMatchObject({ ...shared, imp: [{ tagid: 'one', bidfloor: 2, banner: { pos: 3 } }] });
    expect(calls[0]?.body).not.toHaveProperty('site.publisher.name');
  });

  it('makes no call if one imp is malformed, and reports all of them', () => {
    const request = requestOf({ id: '1', banner: {}, bidder: 1 }, { id: '2', banner: {}, bidder: {} }, { id: '3', bidder: [] });
    expect(adapter.makeRequests(request, info)).toEqual({
      calls: [],
      errors: [badInput('expect { or n, but found 1'), badInput('expect { or n, but found [')],
    });
  });

  it('names no publisher without site and app', () => {
    const request = requestOf({ id: '1', banner: {}, native, bidder: { publisherId: 'p', tagid: 't' } });
    expect(
      taboola
        .build({ ...builder, endpoint })
        .makeRequests(request, info)
        .calls.map(({ uri }) => uri),
    ).toEqual(['https://display.example//']);
  });

  it('fills in prices, and drops bids for neither banner nor native imps', () => {
    const request = requestOf({ id: '1', native }, { id: '2', video: {} });
    const bids = ['1', '2'].map((impid) => ({ impid, price: 1.5, burl: 'b=${AUCTION_PRICE}', nurl: 'n' }));
    const made = adapter.makeBids(request, sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result).toMatchObject({ currency: '', bids: [{ type: 'native', bid: { burl: 'b=1.5', nurl: 'n' } }] });
    expect(made.errors).toEqual([badInput('Failed to find banner/native impression "2" ')]);
  });

  it("applies an imp's blocked attributes, even an empty list", () => {
    const bidder = { publisherId: 'p', tagId: 't', bcat: [], badv: [] };
    const request = { ...requestOf({ id: '1', banner: {}, bidder }), bcat: ['IAB1'], badv: ['b.example'] };
    expect(adapter.makeRequests(request, info).calls[0]?.body).toMatchObject({ bcat: [], badv: [] });
  });

  it('reports statuses with its own messages', () => {
    const request = requestOf({ id: '1', native });
    const errors = [204, 400, 500].map((status) => adapter.makeBids(request, sent, response('', status)).errors);
    const hint = 'Run with request.debug = 1 for more info.';
    expect(errors).toEqual([
      [],
      [badInput(`Unexpected status code: 400. Bad request from publisher. ${hint}`)],
      [badServer(`Unexpected status code: 500. ${hint}`)],
    ]);
  });
});
