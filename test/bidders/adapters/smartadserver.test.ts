import { describe, expect, it } from 'vitest';
import smartadserver from '#src/bidders/adapters/smartadserver.ts';
import { badInput } from '#src/bidders/errors.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const request = requestOf({ id: '1', banner: {}, bidder: { networkId: 4 } }, { id: '2', banner: {}, bidder: { networkId: 5, siteId: 6 } });
const uriOf = (endpoint: string) => smartadserver.build({ ...builder, endpoint }).makeRequests(request, info).calls[0]?.uri;

describe('smartadserver', () => {
  it('bids under the endpoint’s path, its query replaced', () => {
    expect(uriOf('https://a.example')).toBe('https://a.example/api/bid?callerId=5');
    expect(uriOf('https://a.example:81/x/?q=1')).toBe('https://a.example:81/x/api/bid?callerId=5');
  });

  it('makes no call if the endpoint is not a URL', () => {
    const made = smartadserver.build({ ...builder, endpoint: 'a.example' }).makeRequests(request, info);
    expect(made).toEqual({ calls: [], errors: [badInput('Malformed URL: a.example.')] });
  });

  it('sends the ids of each placement, including zeros, the rest of imp.ext unchanged, and the last network as publisher', () => {
    const imp = request.imp.map((one) => ({ ...one, ext: { ...one.ext, gpid: '/1' } }));
    const { calls } = smartadserver.build(builder).makeRequests({ ...request, imp, app: { id: 'a' } }, info);
    expect(calls[0]?.body).toMatchObject({
      imp: [
        { ext: { gpid: '/1', bidder: { siteId: 0, pageId: 0, formatId: 0, networkId: 4 } } },
        { ext: { gpid: '/1', bidder: { siteId: 6, pageId: 0, formatId: 0, networkId: 5 } } },
      ],
      app: { id: 'a' },
      site: { publisher: { id: '5' } },
    });
  });

  it('reports the malformed part of an imp', () => {
    const bad = { ...request, imp: [{ id: '1', ext: 'text' }, ...requestOf({ id: '2', bidder: 'text' }).imp] } as unknown as typeof request;
    expect(smartadserver.build(builder).makeRequests(bad, info)).toEqual({
      calls: [],
      errors: [badInput('Error parsing bidderExt object'), badInput('Error parsing smartadserverExt parameters')],
    });
  });
});
