import { z } from 'zod';
import { toCurrency } from '#src/openrtb/currency-codes.ts';
import type { BidderError, RequestInfo } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { converted, floorIn } from '../kit/money.ts';
import { readerOf, readJson } from '../kit/reader.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';

const readExtraInfo = readerOf(z.object({ target_currency: z.string() }));

/** The currency of floors. @throws Error if the host's extra info has no known one */
function targetOf(extraInfo: string): string {
  const found = readJson(extraInfo, readExtraInfo);
  if ('error' in found) throw new Error(`invalid extra info: ${found.error}`);
  const { target_currency: currency = '' } = found.value;
  if (currency === '') throw new Error('invalid extra info: TargetCurrency is empty, pls check');
  const code = toCurrency(currency);
  if (!code) throw new Error(`invalid extra info: invalid TargetCurrency ${currency}, pls check`);
  return code;
}

/** A floor converted in two legs, if there is no direct rate. */
function overDollars({ bidfloor = 0, bidfloorcur: from = '' }: SharedImp, target: string, info: RequestInfo): ImpPatch | BidderError {
  const failed = (leg: string, cause: string) =>
    generic(`Currency conversion rate not found from '${from}' to '${target}'. Error converting from ${leg}: ${cause}`);
  const dollars = converted(info, bidfloor, from, 'USD');
  if ('error' in dollars) return failed(`'${from}' to 'USD'`, dollars.error);
  const amount = converted(info, dollars.value, 'USD', target);
  return 'error' in amount ? failed(`'USD' to '${target}'`, amount.error) : { bidfloor: amount.value, bidfloorcur: target };
}

export default defineBidder({
  code: 'aduptech',
  endpoint: 'https://rtb.d.adup-tech.com/rtb/bid',
  maintainer: 'support@adup-tech.com',
  vendorId: 647,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  openrtb: '2.6',
  geoscope: ['EEA', 'CHE', 'GBR'],
  extraInfo: '{"target_currency": "EUR"}',
  sync: {
    redirect: {
      url: 'https://rtb.d.adup-tech.com/service/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://rtb.d.adup-tech.com/service/sync?iframe=1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({
    publisher: z.string().min(1),
    placement: z.string().min(1),
    query: z.string().optional(),
    adtest: z.boolean().optional(),
    debug: z.boolean().optional(),
    ext: z.record(z.string(), z.unknown()).optional(),
  }),

  setup: ({ extraInfo }) => targetOf(extraInfo),
  readParams: 'never',
  onBadImp: 'abort',
  imp: ({ imp }, { info, setup }) => {
    const floor = floorIn(info, imp, setup);
    if ('value' in floor) return floor.value;
    return floor.error.startsWith('Currency conversion rate not found') ? overDollars(imp, setup, info) : generic(floor.error);
  },
  headers: 'none',
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'native'], ({ mtype = 0 }) => badServer(`Unknown markup type: ${mtype}`)),
  },
  java: {
    imp: ({ imp }, { info, setup }) => {
      const floor = floorIn(info, imp, setup);
      return 'error' in floor ? badInput(floor.error) : floor.value;
    },
    headers: () => ({ ...JSON_ACCEPT, Componentid: 'prebid-java' }),
    response: { mediaType: byMtype(['banner', 'native'], ({ mtype }) => badServer(`Unknown markup type: ${mtype ?? null}`)) },
  },
});
