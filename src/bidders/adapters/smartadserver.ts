import { z } from 'zod';
import type { Builder } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { plainNumber } from '../kit/money.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedImp, Slot } from '../kit/spec.ts';
import { badBidderExt, noImpression } from '../kit/texts.ts';

const id = z.int().min(1);
const ids = z.object({ siteId: id.optional(), pageId: id.optional(), formatId: id.optional(), networkId: id });

/** Beside what the schema asks for, an imp may say that it is for guaranteed deals. */
const readParams = readerOf(ids.extend({ programmaticGuaranteed: z.boolean() }));
type Params = Exclude<ReturnType<typeof readParams>, string>;

/** Where programmatic guaranteed deals are served from. */
const GUARANTEED = 'https://prebid-global.smartadserver.com/ortb';

const isGuaranteed = (slots: readonly Slot<Params>[]): boolean => slots.some(({ params }) => params.programmaticGuaranteed);

/**
 * The bid address under the endpoint's path, whatever query the endpoint has; `undefined` where that is no URL. Hosts of the
 * Java variant configure the whole of it.
 */
function bidAddress({ endpoint, dialect }: Builder): string | undefined {
  const [, origin, given = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]+)([^?#]*)/i.exec(endpoint) ?? [];
  const path = given.endsWith('/') ? given.slice(0, -1) : given;
  const isWhole = dialect === 'java' && path !== '';
  return origin === undefined ? undefined : `${origin}${path}${isWhole ? '' : '/api/bid'}?callerId=5`;
}

/** The imp with the ids of its placement under `key`, in place of the params as they came. */
function withIds({ imp, params, ext }: Slot<Params>, key: string): SharedImp {
  const { bidder: _, ...rest } = ext;
  const { siteId = 0, pageId = 0, formatId = 0, networkId = 0 } = params;
  return { ...imp, ext: { ...rest, [key]: { siteId, pageId, formatId, networkId } } };
}

export default defineBidder({
  code: 'smartadserver',
  endpoint: 'https://ssb-global.smartadserver.com',
  maintainer: 'supply-partner-integration@equativ.com',
  vendorId: 45,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  gpp: true,
  compression: 'gzip',
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://ssbsync-global.smartadserver.com/api/sync?callerId=5&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirectUri={{.RedirectURL}}',
      userMacro: '[ssb_sync_pid]',
    },
  },
  aliases: {
    equativ: { vendorId: 45 },
  },
  params: where(ids, {
    dependencies: { siteId: has('pageId', 'formatId'), pageId: has('siteId', 'formatId'), formatId: has('siteId', 'pageId') },
  }),

  setup: bidAddress,
  before: ({ request }) => (request.imp.length > 0 ? undefined : badInput(noImpression)),
  readParams,
  badParams: (_, __, stage, ___, { builder }) =>
    badInput(stage === 'ext' && builder.dialect !== 'java' ? badBidderExt : 'Error parsing smartadserverExt parameters'),
  uri: (slots, { setup, builder }) => (isGuaranteed(slots) ? GUARANTEED : (setup ?? badInput(`Malformed URL: ${builder.endpoint}.`))),
  request: (slots, { request: { site } }) => {
    const key = isGuaranteed(slots) ? 'smartadserver' : 'bidder';
    const id = plainNumber(slots.at(-1)?.params.networkId ?? 0);
    return { imp: slots.map((slot) => withIds(slot, key)), site: { ...site, publisher: { ...site?.publisher, id } } };
  },
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['video', 'audio', 'native'], () => 'banner'),
  },
});
