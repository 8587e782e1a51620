import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ONLY } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { noExtension } from '../kit/messages.ts';
import { floorIn } from '../kit/money.ts';
import { where } from '../kit/params.ts';
import type { Headers, ImpPatch } from '../kit/spec.ts';

/** `imp.ext` with the params at its top level. */
function liftedExt(ext: unknown): ImpPatch['ext'] | BidderError {
  const found = asObject(ext);
  if ('error' in found) return badInput(noExtension);
  const { bidder = null, ...others } = found.value;
  if (bidder !== null && !isObject(bidder)) return badInput("Ogury bidder extension not provided or can't be unmarshalled");
  return { ...others, ...(bidder as ImpPatch['ext']) };
}

/** Whether the received params have a field of exactly this name. */
const hasParam = (ext: unknown, name: string): boolean => isObject(ext) && isObject(ext['bidder']) && name in ext['bidder'];

const headersOf = (device: SharedRequest['device']): Headers => ({
  ...JSON_ONLY,
  ...(device && {
    'X-Forwarded-For': [device.ip ?? '', device.ipv6 ?? ''],
    'User-Agent': device.ua ?? '',
    'Accept-Language': device.language ?? '',
  }),
});

export default defineBidder({
  code: 'ogury',
  endpoint: 'https://prebids2s.presage.io/api/header-bidding-request',
  maintainer: 'deliveryservices@ogury.co',
  vendorId: 31,
  capabilities: { app: ['banner'], site: ['banner'] },
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://ms-cookie-sync.presage.io/user-sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&source=prebids2s',
      userMacro: '{{OGURY_UID}}',
    },
    redirect: {
      url: 'https://ms-cookie-sync.presage.io/user-sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&partner=prebids2s',
      userMacro: '{{OGURY_UID}}',
    },
  },
  params: where(z.object({ assetKey: z.string().min(1).optional(), adUnitId: z.string().min(1).optional() }), {
    dependencies: { assetKey: ['adUnitId'], adUnitId: ['assetKey'] },
  }),

  readParams: 'never',
  onBadImp: 'abort',
  imp: ({ imp }, { info }) => {
    const ext = liftedExt(imp.ext);
    if (isError(ext)) return ext;
    const floor = floorIn(info, imp, 'USD');
    return 'error' in floor ? generic(floor.error) : { ext, tagid: imp.id, ...floor.value };
  },
  fanout: (imps, { request: { site, app } }) => {
    const own = imps.filter(({ ext }) => hasParam(ext, 'assetKey') && hasParam(ext, 'adUnitId'));
    if (own.length > 0) return [own];
    return site?.publisher?.id || app?.publisher?.id
      ? [imps]
      : badInput('Invalid request. assetKey/adUnitId or request.site/app.publisher.id required');
  },
  headers: (_, { request: { device } }) => headersOf(device),
  emptyHeaders: 'send',
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ impid, mtype = 0 }) => badServer(`Unsupported MType "${mtype}", for impression "${impid}"`)),
    onBadBid: 'abort-all',
  },
  java: {
    compression: undefined,
    onBadImp: 'drop',
    emptyHeaders: 'drop',
    response: {
      mediaType: byMtype(undefined, ({ impid, mtype }) =>
        badServer(
          mtype === undefined ? `Missing MType for impression: \`${impid}\`` : `Unsupported MType '${mtype}', for impression '${impid}'`,
        ),
      ),
      onBadBid: 'drop',
    },
  },
});
