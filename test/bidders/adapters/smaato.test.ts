import { describe, expect, it } from 'vitest';
import smaato from '#src/bidders/adapters/smaato.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = smaato.build(builder);
const java = smaato.build({ ...builder, dialect: 'java' });
const video = { mimes: ['video/mp4'] };
const bid = { id: 'b', impid: '1', price: 1 };

/** The result for one bid of this kind. */
const bidsOf = (adType: string, adm: string, { makeBids } = adapter) =>
  makeBids(requestOf({ id: '1' }), sent, response({ seatbid: [{ bid: [{ ...bid, adm }] }] }, 200, { 'x-smt-adtype': [adType] }));

describe('smaato', () => {
  it('drops only the imps of a pod that are not video', () => {
    const bidder = { publisherId: 'p', adbreakId: 'a' };
    const imps = [
      { id: '1_1', video, bidder },
      { id: '1_2', banner: {}, bidder },
      { id: '1_3', video, bidder },
      { id: '2_1', native: {}, bidder },
    ];
    const made = adapter.makeRequests({ ...requestOf(...imps), app: {} }, { ...info, endpoint: 'video' });
    const error = badInput('Invalid MediaType. Smaato only supports Video for AdPod.');
    expect(made.errors).toEqual([error, error]);
    expect(made.calls.map(({ body }) => (body as SharedRequest).imp.map(({ id, video: one }) => [id, one?.sequence]))).toEqual([
      [
        ['1_1', 1],
        ['1_3', 2],
      ],
    ]);
  });

  it('reports errors of imps in order', () => {
    const request = requestOf({ id: '1', banner: {}, video, bidder: {} }, { id: '2', audio: {} }, { id: '3', native: {} });
    expect(adapter.makeRequests(request, info).errors.map(({ message }) => message)).toEqual([
      'Missing publisherId parameter.',
      'Missing publisherId parameter.',
      'Invalid MediaType. Smaato only supports Banner, Video and Native.',
      'Missing publisherId parameter.',
    ]);
  });

  it('accepts empty ids, and reports missing ones', () => {
    const imp = (bidder: object) => ({ ...requestOf({ id: '1', banner: {}, bidder }), site: {} });
    const none = adapter.makeRequests(imp({ publisherId: '', adspaceId: '' }), info);
    expect(none.calls[0]?.body).toMatchObject({ site: { publisher: { id: '' } }, imp: [{ tagid: '' }] });
    expect(adapter.makeRequests(imp({ publisherId: 'p' }), info).errors).toEqual([badInput('Missing adspaceId parameter.')]);
    expect(java.makeRequests(imp({ adspaceId: 'a' }), info).errors).toEqual([badInput('Missing publisherId property.')]);
  });

  it('extracts native markup from its object, escaped for pages', () => {
    const made = bidsOf('Native', '{"native": {"link": {"url": "https://a.example/?b=1&c=<d>"}}}');
    expect(made.result?.bids.map((one) => one.bid.adm)).toEqual([
      String.raw`{"link":{"url":"https://a.example/?b=1\u0026c=\u003cd\u003e"}}`,
    ]);
    const exact = bidsOf('Native', String.raw`{"native": {"b": [1.0, " \/\" "], "1": 2}}`);
    expect(exact.result?.bids.map((one) => one.bid.adm)).toEqual([String.raw`{"b":[1.0," \/\" "],"1":2}`]);
    expect(bidsOf('Native', '{}').result?.bids.map((one) => one.bid.adm)).toEqual(['null']);
  });

  it('reports errors of responses as bad input in the Java variant, and drops bids without markup', () => {
    expect(bidsOf('Else', 'x').errors).toEqual([badServer('Unknown markup type Else.')]);
    expect(bidsOf('Else', 'x', java).errors).toEqual([badInput('Unknown markup type Else.')]);
    expect(bidsOf('', 'x', java).errors).toEqual([badInput('X-Smt-Adtype header is missing.')]);
    expect(bidsOf('Img', '', java).errors).toEqual([badInput('Empty ad markup in bid with id: b')]);
    expect(bidsOf('Img', '').result?.bids).toHaveLength(1);
  });
});
