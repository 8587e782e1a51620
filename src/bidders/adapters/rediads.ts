import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { aborting, badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { siteOrAppPatch } from '../kit/objects.ts';
import { readerOf, readJson, type ValueOf } from '../kit/reader.ts';
import { isHost } from '../kit/url.ts';

const readParams = readerOf(z.object({ account_id: z.string(), slot: z.string(), endpoint: z.string() }));

/** The params of the last imp that can be decoded. */
function lastParams({ imp }: SharedRequest): ValueOf<typeof readParams> {
  for (const one of imp.toReversed()) {
    const found = paramsIn(one, readParams);
    if ('value' in found) return found.value;
  }
  return {};
}

const readExtraInfo = readerOf(z.object({ default_subdomain: z.string() }));

/** The first label of the host for imps that name none, as a host of the Java variant configures it. */
function javaSubdomain(extraInfo: string): string {
  const found = readJson(extraInfo, readExtraInfo);
  return ('value' in found && found.value.default_subdomain) || 'bidding';
}

/** The endpoint with another first label of its host. */
const withSubdomain = (endpoint: string, label: string): string =>
  endpoint.replace(/^([a-z]+:\/\/)[^./]+/, (_, scheme: string) => `${scheme}${label}`);

export default defineBidder({
  code: 'rediads',
  endpoint: 'https://bidding.rediads.com/openrtb2/auction',
  maintainer: 'support@rediads.com',
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  openrtb: '2.6',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  params: z.object({
    account_id: z.string(),
    slot: z.string().optional(),
    endpoint: z
      .string()
      .regex(/^[a-zA-Z0-9.-]+$/)
      .optional(),
  }),

  setup: ({ extraInfo }) => javaSubdomain(extraInfo),
  badParams: (_, { id }, step) => badInput(`${step === 'ext' ? 'Invalid Ext format' : 'Invalid bidder params'} in impression ${id}`),
  onBadImp: 'keep',
  imp: ({ params: { slot }, ext: { srv, bidder, ...others } }) => ({ ext: others, ...(slot && { tagid: slot }) }),
  headers: 'none',
  request: (_, { request }) => {
    const id = lastParams(request).account_id ?? '';
    return siteOrAppPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id } }));
  },
  uri: (_, { request, builder }) => {
    const { endpoint } = lastParams(request);
    if (!endpoint) return builder.endpoint;
    return isHost(endpoint) ? withSubdomain(builder.endpoint, endpoint) : aborting(badInput('Invalid endpoint'));
  },
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ impid }) => generic(typeNotDefined(impid))),
    onBadBid: 'abort',
  },
  java: {
    badParams: (_, { id }) => badInput(`Invalid imp.ext for impression ${id}`),
    onBadImp: 'drop',
    endpoint: 'https://{SUBDOMAIN}.rediads.com/openrtb2/auction',
    uri: undefined,
    macros: (_, { request, setup }) => ({ SUBDOMAIN: lastParams(request).endpoint || setup }),
  },
});
