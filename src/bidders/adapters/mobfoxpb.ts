import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { impNotFound } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import type { SharedImp } from '../kit/spec.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

/** `TagID` and `key` in exactly this spelling. */
function namesOf(imp: SharedImp | undefined): { readonly tag?: string | undefined; readonly key?: string | undefined } {
  const bidder: unknown = isObject(imp?.ext) ? imp.ext['bidder'] : undefined;
  if (!isObject(bidder)) return {};
  const { TagID: tag, key } = bidder;
  return { tag: typeof tag === 'string' ? tag : undefined, key: typeof key === 'string' ? key : undefined };
}

/** Route and method of calls for the imp's key or, without one, its tag. */
function routeOf({ tag, key }: ReturnType<typeof namesOf>): { readonly route: string; readonly method: string } {
  if (key) return { route: 'rtb', method: 'req' };
  return tag ? { route: 'o', method: 'ortb' } : { route: '', method: '' };
}

/** The URL for the imp's key or tag; each placeholder is replaced once. */
function uriOf(endpoint: string, imp: SharedImp | undefined): string {
  const names = namesOf(imp);
  const { route, method } = routeOf(names);
  const routed = endpoint.replace('__route__', () => route).replace('__method__', () => method);
  const { key } = names;
  return key ? routed.replace('__key__', () => key) : routed;
}

export default defineBidder({
  code: 'mobfoxpb',
  endpoint: 'http://bes.mobfox.com/?c=__route__&m=__method__&key=__key__',
  maintainer: 'support@mobfox.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: where(z.object({ TagID: z.string().min(1).optional(), key: z.string().min(1).optional() }), {
    oneOf: [has('TagID'), has('key')],
  }),

  readParams: 'never',
  before: ({ request }) => ({ imp: request.imp.slice(0, 1) }),
  imp: ({ imp }) => {
    const { tag, key } = namesOf(imp);
    return tag === undefined && key === undefined
      ? badInput('Invalid or non existing key and tagId, at least one should be present')
      : undefined;
  },
  uri: ([first], { builder }) => uriOf(builder.endpoint, first?.imp),
  status: onlyOk(unexpectedStatus),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({
      order: ['banner', 'video', 'native'],
      noType: () => 'banner',
      noImp: ({ impid }) => badServer(impNotFound(impid)),
    }),
  },
  java: {
    endpoint: 'http://bes.mobfox.com/?c={route}&m={method}&key={key}',
    vendorId: 311,
    imp: ({ imp }) => {
      const { tag, key } = namesOf(imp);
      return tag || key ? undefined : badInput('Invalid or non existing key and tagId, atleast one should be present');
    },
    uri: undefined,
    macros: ({ imp }) => {
      const names = namesOf(imp);
      return { ...routeOf(names), key: names.key };
    },
    response: {
      mediaType: byImp({
        in: 'sent',
        order: ['banner', 'video', 'native'],
        noType: () => 'banner',
        noImp: ({ impid }) => badInput(impNotFound(impid)),
      }),
    },
  },
});
