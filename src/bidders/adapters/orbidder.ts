import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { statusPolicy } from '../kit/status.ts';

export default defineBidder({
  code: 'orbidder',
  endpoint: 'https://orbidder.otto.de/openrtb2',
  maintainer: 'realtime-siggi@otto.de',
  vendorId: 559,
  capabilities: { app: ['banner'], site: ['banner', 'native'] },
  sync: {
    redirect: {
      url: 'https://orbidder.otto.de/pbs-usersync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
      userMacro: '[ODN_ID]',
    },
  },
  params: z.object({ accountId: z.string(), placementId: z.string(), bidfloor: z.number().min(0).optional() }),

  floor: { to: 'EUR', at: 'before-params', error: (_, cause) => generic(cause) },
  badParams: (cause, _, step) => badInput(step === 'ext' ? cause : `Wrong orbidder bidder ext: ${cause}`),
  imp: () => ({ bidfloorcur: 'EUR' }),
  status: statusPolicy({
    messages: {
      '4xx': 'Unexpected status code: %d. Bad request to dsp.',
      '5xx': 'Unexpected status code: %d. Dsp server internal error.',
    },
    other: 'Unexpected status code: %d. Bad response from dsp.',
    badInput: ['4xx'],
  }),
  response: {
    mediaType: byMtype(undefined, ({ impid }) => badInput(`Could not define media type for impression: ${impid}`)),
  },
  java: {
    badParams: (cause) => badInput(cause),
    callWithoutImps: true,
    response: { mediaType: byMtype(undefined, ({ mtype }) => badInput(`Unsupported mType ${mtype ?? null}`)) },
  },
});
