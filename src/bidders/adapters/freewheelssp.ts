import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { defineBidder } from '../kit/define.ts';
import { idOrString } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';
import { freewheelTraffic } from './families/freewheel.ts';

const readString = readerOf(z.object({ zoneId: idOrString() }));

interface Params {
  readonly zoneId?: number | string | undefined;
}

/** A zone written as a string must be a number; a missing one is 0. */
function readParams(bidder: unknown): Result<Params> {
  const found = readString(bidder);
  if ('error' in found) return found;
  const { zoneId = '' } = found.value;
  const isInteger = typeof zoneId === 'number' || /^([+-]?\d+)?$/.test(zoneId);
  return isInteger ? { value: { zoneId: Number(zoneId) } } : { error: `strconv.Atoi: parsing "${zoneId}": invalid syntax` };
}

const sync = {
  iframe: {
    url: 'https://ads.stickyadstv.com/pbs-user-sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    userMacro: '{viewerid}',
  },
};

export default defineBidder({
  code: 'freewheelssp',
  endpoint: 'https://ads.stickyadstv.com/openrtb/dsp',
  maintainer: 'prebid-maintainer@freewheel.com',
  vendorId: 285,
  capabilities: { app: ['video'], site: ['video'] },
  openrtb: '2.6',
  gpp: true,
  modifyingVastXmlAllowed: true,
  sync,
  aliases: {
    'freewheel-ssp': { vendorId: 285, sync },
  },
  params: z.object({ zoneId: idOrString() }),

  ...freewheelTraffic,
  readParams,
  imp: ({ params: { zoneId } }) => ({ ext: { zoneId } }),
  status: onlyOk(unexpectedStatus),
  java: freewheelTraffic.java,
});
