import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { percentEncode } from '#src/lang/percent.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { compileTemplate } from '../kit/macros.ts';
import { byExtField, unchecked } from '../kit/media-type.ts';

const DEFAULT_TMAX = 200;
const NO_ACCOUNT = 'accountId is not set';

/** `bidfloor`, else `bidFloor`: two params that differ only in case. */
function floorOf(bidder: unknown): number {
  const { bidfloor, bidFloor } = isObject(bidder) ? bidder : {};
  const found = [bidfloor, bidFloor].find((one) => typeof one === 'number' && one > 0);
  return typeof found === 'number' ? found : 0;
}

export default defineBidder({
  code: 'mgid',
  endpoint: 'https://prebid.mgid.com/prebid/',
  maintainer: 'prebid@mgid.com',
  vendorId: 358,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  sync: { redirect: { url: 'https://cm.mgid.com/m?cdsp=363893&adu={{.RedirectURL}}', userMacro: '{muidn}' } },
  params: z.object({
    accountId: z.string(),
    placementId: z.string().optional(),
    cur: z.string().optional(),
    currency: z.string().optional(),
    bidfloor: z.number().optional(),
    bidFloor: z.number().optional(),
  }),

  onBadImp: 'abort',
  imp: ({ imp: { id }, params: { placementId, currency, cur }, ext }) => {
    const floor = floorOf(ext.bidder);
    const inCurrency = [currency, cur].find((one) => one && one !== 'USD');
    return {
      tagid: placementId ? `${placementId}/${id}` : id,
      ...(floor > 0 && { bidfloor: floor }),
      ...(inCurrency && { bidfloorcur: inCurrency }),
    };
  },
  noImps: () => badInput(NO_ACCOUNT),
  setup: ({ endpoint }) => compileTemplate(`${endpoint}{{.AccountId}}`),
  uri: (group, { setup: fill }) => {
    const account = group.find(({ params }) => params.accountId)?.params.accountId;
    return account ? fill({ AccountId: account }) : badInput(NO_ACCOUNT);
  },
  request: (_, { request: { tmax } }) => ({ tmax: tmax || DEFAULT_TMAX }),
  response: {
    currency: 'response',
    mediaType: byExtField('crtype', { otherwise: (bid, type) => (type === '' ? 'banner' : unchecked(bid, type)) }),
  },
  java: {
    endpoint: 'https://prebid.mgid.com/prebid/{AccountId}',
    setup: ({ endpoint }) => compileTemplate(endpoint, percentEncode),
    request: undefined,
    response: { mediaType: byExtField('crtype', { otherwise: () => 'banner' }) },
  },
});
