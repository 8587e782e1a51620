import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';

const NO_PUBLISHER = "publisherId is required when integrationType is 'ronId'";
const NO_AD_UNIT = "adUnitId is required when integrationType is not 'ronId'";
const readParams = readerOf(z.object({ adUnitId: z.string(), publisherId: z.string(), integrationType: z.string() }));

/** Checks the ids of the Java variant, before floors are converted. */
function readIds(bidder: unknown): Result<Record<never, never>> {
  const found = readParams(bidder);
  if ('error' in found) return found;
  const { integrationType, publisherId, adUnitId } = found.value;
  if (integrationType === 'ronId') return publisherId?.trim() ? { value: {} } : { error: NO_PUBLISHER };
  return adUnitId?.trim() ? { value: {} } : { error: NO_AD_UNIT };
}

export default defineBidder({
  code: 'seedtag',
  endpoint: 'https://s.seedtag.com/c/openrtb?partner=prebidserver',
  maintainer: 'prebid@seedtag.com',
  vendorId: 157,
  capabilities: { site: ['video', 'banner'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://s.seedtag.com/cs/cookiesync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp_consent={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: where(
    z.object({
      adUnitId: z.string().min(1).optional(),
      publisherId: z.string().min(1).optional(),
      integrationType: z.enum(['ronId']).optional(),
    }),
    { oneOf: [has('adUnitId'), has('publisherId', 'integrationType')] },
  ),

  readParams: 'never',
  floor: floorInDollars,

  request: () => ({ cur: ['USD'] }),
  response: { currency: { fixed: 'USD' }, mediaType: byMtype(['banner', 'video'], () => generic('bid.MType invalid')) },
  java: {
    readParams: readIds,
    badParams: (cause, { id }) =>
      badInput(cause === NO_PUBLISHER || cause === NO_AD_UNIT ? `imp id ${id}: ${cause}` : `Invalid imp.ext.bidder for imp id: ${id}`),
    response: { mediaType: byMtype(['banner', 'video'], ({ id }) => badServer(`Invalid bid.mtype for bid.id: '${id}'`)) },
  },
});
