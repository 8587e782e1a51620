import { z } from 'zod';
import { badInput } from '../errors.ts';
import { toInteger } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { always } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import { knownSrv } from './families/imp-srv.ts';

const readPlacement = readerOf(z.object({ placementId: z.union([z.int(), z.string()]) }));

/** The params, or the decoder's message, also for a string that is not an integer. */
function readParams(bidder: unknown): ReturnType<typeof readPlacement> {
  const found = readPlacement(bidder);
  if ('error' in found || typeof found.value.placementId !== 'string' || found.value.placementId === '') return found;
  const { placementId } = found.value;
  if (toInteger(placementId) !== undefined) return found;
  return { error: `strconv.Atoi: parsing "${placementId}": ${/^[+-]?\d+$/.test(placementId) ? 'value out of range' : 'invalid syntax'}` };
}

export default defineBidder({
  code: 'targetVideo',
  endpoint: 'https://pbs.prebrid.tv/openrtb2/auction',
  maintainer: 'contact@target-video.com',
  vendorId: 786,
  capabilities: { app: ['video'], site: ['video'] },
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://pbs.prebrid.tv/user_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '[TVUID]',
    },
  },
  params: z.object({ placementId: z.union([z.int(), z.string().regex(/^\d+$/)]) }),

  readParams,
  badParams: (cause, _, step) => badInput(step === 'ext' ? 'Invalid ext.bidder' : cause),
  imp: ({ params: { placementId = '' }, ext: { bidder, srv, ...rest } }) => ({
    ext: { ...rest, srv: { ...(srv && knownSrv(srv)), storedrequest: { id: String(BigInt(placementId)) } } },
  }),
  fanout: perImp,
  response: { currency: 'response', mediaType: always('video') },
});
