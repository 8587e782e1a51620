import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { hostNameOf, parseQuery } from '../kit/url.ts';

const REGIONS = new Set(['us', 'eu', 'sg']);
const REGION_SUFFIX = '-adx-admixer';

/** The host name of a page, or the page itself if it has none. */
function domainOf(page: string): string {
  const found = hostNameOf(page);
  return 'error' in found ? page : found.value || page;
}

/** The endpoint's macros with the publisher's route. */
function routeMacros(route: string): { readonly [name: string]: string } | BidderError {
  const found = hostNameOf(route);
  if ('error' in found) return badInput(`invalid route URL: ${found.error}`);
  const labels = found.value.split('.').filter((label) => label.endsWith(REGION_SUFFIX));
  const region = labels.map((label) => label.slice(0, -REGION_SUFFIX.length).toLowerCase()).find((one) => REGIONS.has(one));
  if (region === undefined) return badInput('unable to extract valid region from route URL hostname');
  const query = parseQuery(/\?([^#]*)/.exec(route)?.[1] ?? '');
  const [client, endpoint, ssp] = ['client', 'endpoint', 'ssp'].map((name) => query[name]?.[0]);
  if (!client || !endpoint || !ssp) return badInput('route URL must contain client, endpoint, and ssp query parameters');
  return { Region: region, SspID: ssp, ZoneID: endpoint, PartnerId: client };
}

export default defineBidder({
  code: 'rtbstack',
  endpoint: 'https://{{.Region}}-adx-admixer.rtb-stack.com/pbs?ssp={{.SspID}}&endpoint={{.ZoneID}}&client={{.PartnerId}}',
  maintainer: 'prebid@admixer.net',
  vendorId: 511,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  openrtb: '2.6',
  params: z.object({ route: z.string().min(1), tagId: z.string(), customParams: z.record(z.string(), z.unknown()).optional() }),

  before: ({ request: { imp, site } }) => {
    if (imp.length === 0) return badInput('No impressions in request');
    return site && !site.domain ? { site: { ...site, domain: domainOf(site.page ?? '') } } : undefined;
  },
  badParams: (cause, _, step) => badInput(step === 'ext' ? cause : 'Wrong RTBStack bidder ext'),
  imp: ({ params: { tagId, customParams = {} } }) => ({
    tagid: tagId ?? '',
    ext: Object.keys(customParams).length > 0 ? { customParams } : {},
  }),
  fanout: (imps) => groupBy(imps, ({ params }) => params.route ?? ''),
  macros: ({ params }) => routeMacros(params.route ?? ''),
  response: {
    noBid: noSeatBid,
    mediaType: byMtype(undefined, ({ impid, mtype }) => badServer(`${mtypeUnsupported(mtype)} for bid ${impid}`)),
  },
});
