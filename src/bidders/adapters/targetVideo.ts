import { z } from 'zod';
import { extFields } from '#src/openrtb/ext-shapes.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { always } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';

const readPlacement = readerOf(z.object({ placementId: z.union([z.int(), z.string()]) }));

const SRV_FIELDS = new Set([...extFields('ImpSrv'), 'adunitcode']);

/** The params, or the decoder's message, also for a string that is not an integer. */
function readParams(bidder: unknown): ReturnType<typeof readPlacement> {
  const found = readPlacement(bidder);
  if ('error' in found || typeof found.value.placementId !== 'string' || /^([+-]?\d+)?$/.test(found.value.placementId)) return found;
  return { error: `strconv.Atoi: parsing "${found.value.placementId}": invalid syntax` };
}

/** The fields of `imp.ext.srv` that have a meaning. */
const knownFields = (srv: object | undefined): object =>
  Object.fromEntries(Object.entries(srv ?? {}).filter(([name]) => SRV_FIELDS.has(name)));

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

  readParams: (bidder) => readParams(bidder),
  badParams: (cause, _, step) => badInput(step === 'ext' ? 'Invalid ext.bidder' : cause),
  imp: ({ params: { placementId = '' }, ext: { bidder, srv, ...rest } }) => ({
    ext: { ...rest, srv: { ...knownFields(srv), storedrequest: { id: String(Number(placementId)) } } },
  }),
  fanout: perImp,
  response: { currency: 'response', mediaType: always('video') },
});
