import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { badInput, generic } from '#src/bidders/errors.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { groupBy, perImp } from '#src/bidders/kit/fan-out.ts';
import { always } from '#src/bidders/kit/media-type.ts';
import { basics, builder, info, requestOf } from './builder.ts';

const params = z.object({ zone: z.int(), host: z.string().optional() });
const response = { mediaType: always('banner') };

describe('the request half of an adapter', () => {
  it('sends one call with the same request if nothing is changed', () => {
    const adapter = defineBidder({ ...basics, params, response }).build(builder);
    const request = requestOf({ id: '1', bidder: { zone: 5 } }, { id: '2', bidder: { zone: 6 } });
    const made = adapter.makeRequests(request, info);
    expect(made).toEqual({
      calls: [
        {
          method: 'POST',
          uri: 'https://acme.example/bid',
          headers: { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json' },
          body: request,
          impIds: ['1', '2'],
        },
      ],
      errors: [],
    });
    expect(made.calls[0]?.body).toBe(request);
  });

  it('changes copies of imps and request and fills the endpoint from the first imp of a group', () => {
    const adapter = defineBidder({
      ...basics,
      params,
      response,
      imp: ({ params: { zone } }) => ({ tagid: `z${zone}`, ext: undefined }),
      fanout: (imps) => groupBy(imps, (item) => item.params.zone),
      macros: ({ params: { zone } }) => ({ Zone: zone }),
      headers: (group) => ({ 'X-Imps': group.length, 'X-Empty': '', 'X-List': ['a', undefined] }),
      request: () => ({ cur: ['USD'] }),
    }).build({ ...builder, endpoint: 'https://acme.example/{{.Zone}}/{{.Other}}' });
    const request = requestOf({ id: '1', bidder: { ZONE: 5 } }, { id: '2', bidder: { zone: 6 } }, { id: '3', bidder: { zone: 5 } });
    const before = structuredClone(request);
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls.map(({ uri, headers, impIds }) => ({ uri, headers, impIds }))).toEqual([
      { uri: 'https://acme.example/5/', headers: { 'X-Imps': '2', 'X-List': ['a'] }, impIds: ['1', '3'] },
      { uri: 'https://acme.example/6/', headers: { 'X-Imps': '1', 'X-List': ['a'] }, impIds: ['2'] },
    ]);
    expect(JSON.parse(JSON.stringify(calls[1]?.body))).toEqual({ id: 'request', imp: [{ id: '2', tagid: 'z6' }], cur: ['USD'] });
    expect(request).toEqual(before);
  });

  it('drops imps with malformed params with an error, in imp order', () => {
    const adapter = defineBidder({ ...basics, params, response, fanout: perImp }).build(builder);
    const request = requestOf({ id: '1', bidder: 'text' }, { id: '2', bidder: { zone: 1 } }, { id: '3', bidder: { zone: 'x' } });
    const broken = { ...request, imp: [...request.imp, { id: '4', ext: 'text' }, { id: '5', ext: { srv: 1, bidder: {} } }] };
    const made = adapter.makeRequests(broken as unknown as typeof request, info);
    expect(made.calls.map((call) => call.impIds)).toEqual([['2']]);
    expect(made.errors).toEqual([
      badInput('expect { or n, but found "'),
      badInput('cannot unmarshal zone: unexpected character: "'),
      badInput('expect { or n, but found "'),
      badInput('cannot unmarshal srv: expect { or n, but found 1'),
    ]);
  });

  it('ends the request with the first invalid imp if configured', () => {
    const adapter = defineBidder({
      ...basics,
      params,
      response,
      onBadImp: 'abort',
      badParams: (_, imp, stage, index) => generic(`${imp.id} ${stage} ${index}`),
    }).build(builder);
    const request = requestOf({ id: '1', bidder: { zone: 1 } }, { id: '2', bidder: [] }, { id: '3', bidder: [] });
    expect(adapter.makeRequests(request, info)).toEqual({ calls: [], errors: [generic('2 params 1')] });
  });

  it('adds an error if no imp is left, and makes no call', () => {
    const adapter = defineBidder({ ...basics, params, response, imp: () => 'skip', noImps: () => generic('nothing left') }).build(builder);
    expect(adapter.makeRequests(requestOf({ id: '1', bidder: {} }), info)).toEqual({ calls: [], errors: [generic('nothing left')] });
  });

  it('converts floors to one currency and drops imps without a rate', () => {
    const adapter = defineBidder({ ...basics, params, response, floor: { to: 'USD' } }).build(builder);
    const request = requestOf(
      { id: '1', bidder: {}, bidfloor: 2, bidfloorcur: 'EUR' },
      { id: '2', bidder: {}, bidfloor: 2, bidfloorcur: 'GBP' },
      { id: '3', bidder: {}, bidfloor: 2 },
    );
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([badInput("Currency conversion rate not found: 'GBP' => 'USD'")]);
    expect(calls[0]?.body).toMatchObject({
      imp: [
        { id: '1', bidfloor: 3, bidfloorcur: 'USD' },
        { id: '3', bidfloor: 2 },
      ],
    });
  });

  it('lets the bidder change or reject the request first', () => {
    const adapter = defineBidder({
      ...basics,
      params,
      response,
      before: ({ request }) => (request.test ? badInput('no tests') : { user: { id: 'u' } }),
      imp: (_, { request }) => ({ tagid: request.user?.id }),
    }).build(builder);
    const request = requestOf({ id: '1', bidder: {} });
    expect(adapter.makeRequests({ ...request, test: 1 }, info)).toEqual({ calls: [], errors: [badInput('no tests')] });
    expect(adapter.makeRequests(request, info).calls[0]?.body).toMatchObject({ user: { id: 'u' }, imp: [{ tagid: 'u' }] });
  });

  it('ends a request without imps with the bidder’s error, before anything else', () => {
    const adapter = defineBidder({ ...basics, params, response, whenEmpty: badInput('no imps'), before: () => badInput('never') }).build(
      builder,
    );
    expect(adapter.makeRequests(requestOf(), info)).toEqual({ calls: [], errors: [badInput('no imps')] });
  });

  it('loses only a group if its address or body is rejected', () => {
    const adapter = defineBidder({
      ...basics,
      params,
      response,
      fanout: perImp,
      uri: ([item]) => (item?.params.zone === 1 ? badInput('bad zone') : 'https://acme.example'),
      request: ([item]) => (item?.params.zone === 2 ? badInput('bad request') : undefined),
    }).build(builder);
    const request = requestOf({ id: '1', bidder: { zone: 1 } }, { id: '2', bidder: { zone: 2 } }, { id: '3', bidder: { zone: 3 } });
    const made = adapter.makeRequests(request, info);
    expect(made.errors).toEqual([badInput('bad zone'), badInput('bad request')]);
    expect(made.calls.map((call) => call.impIds)).toEqual([['3']]);
  });

  it('passes exceptions of hooks on to its caller', () => {
    const adapter = defineBidder({
      ...basics,
      params,
      response,
      imp: () => {
        throw new TypeError('a bug');
      },
    }).build(builder);
    expect(() => adapter.makeRequests(requestOf({ id: '1', bidder: {} }), info)).toThrow(new TypeError('a bug'));
  });
});
