import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched, typeNotFetched } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import type { RequestPatch } from '../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

const params = z.object({ TagID: z.string(), keywords: z.array(z.string()).optional(), audiences: z.array(z.string()).optional() });
const readImpExt = readerOf(z.object({ bidder: params }));

/** The last non-empty list of the imps from `first` to `index`, joined. */
function listOf(name: 'keywords' | 'audiences', { imp }: SharedRequest, index: number, first: number): string | undefined {
  const lists = imp.slice(first, index + 1).map(({ ext }) => {
    const found = readImpExt(ext);
    return 'error' in found ? [] : (found.value.bidder?.[name] ?? []);
  });
  return lists.findLast((list) => list.length > 0)?.join(',');
}

/** Keywords and audiences of a site; those of earlier imps apply until another imp sets its own. */
function requestOf(index: number, request: SharedRequest, first = 0): RequestPatch | undefined {
  const { site, user } = request;
  if (!site) return undefined;
  const keywords = listOf('keywords', request, index, first);
  const customdata = listOf('audiences', request, index, first);
  return { ...(keywords && { site: { ...site, keywords } }), ...(customdata && { user: { ...user, customdata } }) };
}

export default defineBidder({
  code: 'adprime',
  endpoint: 'http://delta.adprime.com/pserver',
  maintainer: 'prebid@adprime.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: teqblazeSync('https://sync.adprime.com', 'ccpa'),
  params,

  onBadImp: 'abort',
  imp: ({ params: { TagID = '' } }) => ({ tagid: TagID, ext: { bidder: { TagID, placementId: TagID } } }),
  fanout: perImp,
  request: ([first], { request }) => requestOf(first?.index ?? 0, request),
  status: statusPolicy({
    messages: { 404: 'Page not found: %d. Run with request.debug = 1 for more info' },
    other: unexpectedStatus,
    badInput: [],
  }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(typeNotFetched(impid))),
  },
  java: {
    badParams: (_, { id }) => badInput(`Unable to decode the impression ext for id: '${id}'`),
    request: ([first], { request }) => requestOf(first?.index ?? 0, request, first?.index ?? 0),
    response: { mediaType: byMtype(['banner', 'video', 'native'], (bid) => badServer(javaTypeNotFetched(bid))) },
  },
});
