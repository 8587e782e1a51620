import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { badInput, generic } from '#src/bidders/errors.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { perImp } from '#src/bidders/kit/fan-out.ts';
import { type DeviceHeaders, deviceHeaders, toHeaders } from '#src/bidders/kit/headers.ts';
import { fillPlaceholders } from '#src/bidders/kit/macros.ts';
import { inventoryPatch, withFirstSize } from '#src/bidders/kit/objects.ts';
import type { TrafficSpec } from '#src/bidders/kit/spec.ts';
import { isHost } from '#src/bidders/kit/url.ts';
import { basics, builder, info, requestOf } from './builder.ts';

const params = z.object({ path: z.string().optional() });
type Hooks = Partial<TrafficSpec<{ readonly path?: string | undefined }, undefined>>;
const request = requestOf({ id: '1', bidder: { path: 'a b/ü' } }, { id: '2', bidder: {} });

const callsOf = (hooks: Hooks, dialect: 'go' | 'java' = 'go', endpoint = 'https://a.example/{{.Path}}') =>
  defineBidder({ ...basics, params, ...hooks })
    .build({ ...builder, endpoint, dialect })
    .makeRequests(request, info);

describe('the URL of a call', () => {
  it('escapes its macros as the bidder requires, and always in the Java variant', () => {
    const macros: Hooks['macros'] = ({ params: { path } }) => ({ Path: path });
    const uri = (escapeMacros: Hooks['escapeMacros'], dialect: 'go' | 'java' = 'go') =>
      callsOf({ macros, ...(escapeMacros && { escapeMacros }) }, dialect).calls[0]?.uri;
    expect([uri(undefined), uri('path'), uri('query'), uri(undefined, 'java')]).toEqual([
      'https://a.example/a b/ü',
      'https://a.example/a%20b%2F%C3%BC',
      'https://a.example/a+b%2F%C3%BC',
      'https://a.example/a%20b%2F%C3%BC',
    ]);
  });

  it('rejects params that are not a host', () => {
    expect(callsOf({ macros: () => badInput('Invalid Host') })).toEqual({ calls: [], errors: [badInput('Invalid Host')] });
    expect(['a.example', 'a.example:80', 'api-us', '-h', 'h.'].map(isHost)).toEqual([true, true, true, true, true]);
    expect(['a/b', 'a.example:x', '', '[::1]:80', 'a?x=1', 'a@127.0.0.1', 'http://a', 'a\n'].filter(isHost)).toEqual([]);
  });

  it('supports other forms of placeholders', () => {
    expect(fillPlaceholders('https://a.example/__key__/x?k=__key__', { __key__: '$&' })).toBe('https://a.example/$&/x?k=$&');
  });
});

describe('the headers of a call', () => {
  it('can be a preset', () => {
    const headers = (preset: NonNullable<Hooks['headers']>, dialect: 'go' | 'java' = 'go') =>
      callsOf({ headers: preset }, dialect).calls[0]?.headers;
    const json = { 'Content-Type': 'application/json;charset=utf-8' };
    const both = { ...json, Accept: 'application/json' };
    expect([headers('json'), headers('json+accept'), headers('openrtb-2.5'), headers('plain-json')]).toEqual([
      json,
      both,
      { ...both, 'X-Openrtb-Version': '2.5' },
      { 'Content-Type': 'application/json' },
    ]);
    expect([headers('none', 'java'), headers('openrtb-2.6', 'java')]).toEqual([both, { ...both, 'X-Openrtb-Version': '2.6' }]);
  });

  it('are sent without a value only on purpose', () => {
    const headers: Hooks['headers'] = () => ({ A: '', B: undefined, C: ['', 'c', undefined], D: 0 });
    expect(callsOf({ headers }).calls[0]?.headers).toEqual({ C: ['c'], D: '0' });
    expect(callsOf({ headers, emptyHeaders: 'send' }).calls[0]?.headers).toEqual({ A: '', C: ['', 'c'], D: '0' });
  });

  it('describe the device in the order the bidder requires', () => {
    const device = { ua: 'agent', ip: '1.2.3.4', ipv6: '::1', language: 'en', dnt: 0 };
    const of = (how?: DeviceHeaders) => toHeaders(deviceHeaders(device, how));
    const ua = { 'User-Agent': 'agent' };
    expect(of()).toEqual({ ...ua, 'X-Forwarded-For': ['::1', '1.2.3.4'] });
    expect(of({ ip: 'ip, ipv6' })).toEqual({ ...ua, 'X-Forwarded-For': ['1.2.3.4', '::1'] });
    expect(of({ ip: 'ip or ipv6' })).toEqual({ ...ua, 'X-Forwarded-For': '1.2.3.4' });
    expect(of({ ip: 'ipv6 or ip' })).toEqual({ ...ua, 'X-Forwarded-For': '::1' });
    expect(of({ ip: 'none', language: true, dnt: true })).toEqual({ ...ua, 'Accept-Language': 'en', Dnt: '0' });
    expect(toHeaders(deviceHeaders(undefined))).toEqual({});
  });
});

describe('the body of a call', () => {
  it('can be edited last, and replaced', () => {
    const editBody: Hooks['editBody'] = (body, group) => ({ ...body, isExtra: group.length });
    expect(callsOf({ editBody }).calls[0]?.body).toMatchObject({ id: 'request', isExtra: 2 });
    expect(callsOf({ request: () => generic('no'), editBody }).errors).toEqual([generic('no')]);
    expect(callsOf({ body: () => 'text' }).calls[0]?.body).toBe('text');
  });

  it('covers the imps sent, all imps of the request, or those the bidder names', () => {
    const ids = (impIds: NonNullable<Hooks['impIds']>) => callsOf({ impIds, fanout: perImp }).calls.map((call) => call.impIds);
    expect(ids('sent')).toEqual([['1'], ['2']]);
    expect(ids('request')).toEqual([
      ['1', '2'],
      ['1', '2'],
    ]);
    expect(ids((group) => group.map(({ imp }) => `x${imp.id}`))).toEqual([['x1'], ['x2']]);
  });
});

describe('ready-made changes', () => {
  it('give a banner the size of its first format', () => {
    const format = [
      { w: 300, h: 250 },
      { w: 1, h: 1 },
    ];
    expect(withFirstSize({ format })).toEqual({ format, w: 300, h: 250 });
    expect(withFirstSize({ format, w: 5, h: 0 })).toEqual({ format, w: 5, h: 0 });
    expect(withFirstSize({ format, w: 5, h: 0 }, 'incomplete')).toEqual({ format, w: 300, h: 250 });
    expect(withFirstSize({ format, w: 5, h: 6 }, 'always')).toEqual({ format, w: 300, h: 250 });
    expect([withFirstSize(undefined), withFirstSize({ format: [{}] }), withFirstSize({})]).toEqual([
      undefined,
      { format: [{}], w: 0, h: 0 },
      {},
    ]);
  });

  it('change the existing site or app', () => {
    const site = { id: 's', publisher: { name: 'n' } };
    expect(inventoryPatch({ id: 'r', imp: [], site }, () => ({ publisher: { id: 'p' } }))).toEqual({
      site: { id: 's', publisher: { id: 'p' } },
    });
  });
});
