import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError } from '../bidder.ts';
import { generic } from '../errors.ts';
import { notAString } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import type { ImpPatch } from '../kit/spec.ts';
import { teqblazeTraffic, withPlacement } from './families/teqblaze.ts';

/** The placement is read from the params as received, its name case-sensitively. */
function toImp(bidder: unknown): ImpPatch | BidderError {
  const placementId = isObject(bidder) ? bidder['placementId'] : undefined;
  return typeof placementId === 'string' ? withPlacement(placementId) : generic(notAString(placementId));
}

export default defineBidder({
  code: 'globalsun',
  endpoint: 'http://endpoint.globalsun.io/pserver',
  maintainer: 'prebid@globalsun.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.globalsun.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ placementId: z.string().min(1) }),

  ...teqblazeTraffic({ readParams: 'never', imp: ({ ext }) => toImp(ext.bidder) }),
});
