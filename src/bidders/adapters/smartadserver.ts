import { z } from 'zod';
import type { Builder } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { badBidderExt, noImpression } from '../kit/messages.ts';
import { plainNumber } from '../kit/money.ts';
import { has, where } from '../kit/params.ts';
import { readerOf, readJson, type ValueOf } from '../kit/reader.ts';
import type { ImpWithParams, SharedImp } from '../kit/spec.ts';

const id = z.int().min(1);
const ids = z.object({ siteId: id.optional(), pageId: id.optional(), formatId: id.optional(), networkId: id });

/** An imp may also be marked for guaranteed deals. */
const readParams = readerOf(ids.extend({ programmaticGuaranteed: z.boolean() }));
type Params = ValueOf<typeof readParams>;

/** Endpoint for programmatic guaranteed deals. */
const GUARANTEED = 'https://prebid-global.smartadserver.com/ortb';

const isGuaranteed = (imps: readonly ImpWithParams<Params>[]): boolean => imps.some(({ params }) => params.programmaticGuaranteed);

/** Origin and path of the endpoint, without its query; no origin if it is not a URL. */
function partsOf({ endpoint }: Builder): { readonly origin: string | undefined; readonly path: string } {
  const [, origin, given = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]+)([^?#]*)/i.exec(endpoint) ?? [];
  return { origin, path: given.endsWith('/') ? given.slice(0, -1) : given };
}

const readExtraInfo = readerOf(z.object({ pg_endpoint: z.string() }));

/** The endpoint for guaranteed deals that a host of the Java variant configures. */
function javaGuaranteed({ extraInfo }: Builder): string {
  const found = readJson(extraInfo, readExtraInfo);
  return ('value' in found && found.value.pg_endpoint) || GUARANTEED;
}

/** The bid address under the endpoint's path; `undefined` if the endpoint is not a URL. */
function bidAddress(builder: Builder): string | undefined {
  const { origin, path } = partsOf(builder);
  return origin === undefined ? undefined : `${origin}${path}/api/bid?callerId=5`;
}

/** Hosts of the Java variant configure the complete path. */
function javaBidAddress(builder: Builder): string | undefined {
  const { origin, path } = partsOf(builder);
  return origin === undefined ? undefined : `${origin}${path || '/api/bid'}?callerId=5`;
}

const BAD_PARAMS = 'Error parsing smartadserverExt parameters';

/** The imp with its placement ids under `key`, replacing the params as received. */
function withIds({ imp, params, ext }: ImpWithParams<Params>, key: string): SharedImp {
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

  setup: (builder) => ({ bids: bidAddress(builder), guaranteed: GUARANTEED }),
  whenEmpty: badInput(noImpression),
  readParams,
  badParams: (_, __, step) => badInput(step === 'ext' ? badBidderExt : BAD_PARAMS),
  uri: (imps, { setup, builder }) =>
    isGuaranteed(imps) ? setup.guaranteed : (setup.bids ?? badInput(`Malformed URL: ${builder.endpoint}.`)),
  request: (imps, { request: { site } }) => {
    const key = isGuaranteed(imps) ? 'smartadserver' : 'bidder';
    const id = plainNumber(imps.at(-1)?.params.networkId ?? 0);
    return { imp: imps.map((item) => withIds(item, key)), site: { ...site, publisher: { ...site?.publisher, id } } };
  },
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['video', 'audio', 'native'], () => 'banner'),
  },
  java: {
    setup: (builder) => ({ bids: javaBidAddress(builder), guaranteed: javaGuaranteed(builder) }),
    badParams: () => badInput(BAD_PARAMS),
  },
});
