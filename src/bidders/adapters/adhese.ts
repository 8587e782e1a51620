import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError, MediaType } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { SharedImp } from '../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { isHost } from '../kit/url.ts';

const TYPES = ['banner', 'video', 'native', 'audio'] as const;
const FIELDS = ['priority', 'orderProperty', 'adFormat', 'adType', 'adspaceId', 'libId', 'slotId', 'viewableImpressionCounter'];

// The schema allows any targets; the exchange's are lists of strings.
const readParams = readerOf(
  z.object({ account: z.string(), location: z.string(), format: z.string(), targets: z.record(z.string(), z.array(z.string())) }),
);

type Escape = (text: string) => string;
/** The slot of the exchange's placement. */
const slotOf = ({ location = '', format = '' }: { location?: string | undefined; format?: string | undefined }, encode: Escape) => ({
  SL: [`${encode(location)}-${encode(format)}`],
});

/** `bid.ext` must contain maps of strings only. */
const readBidExt = readerOf(z.record(z.string(), z.record(z.string(), z.string())));

/** The only media type of an imp. */
function typeOf(imp: SharedImp | undefined): MediaType | BidderError {
  const types = TYPES.filter((type) => imp?.[type]);
  if (types.length > 1) return badServer('BidType error: [Multiple media types detected, cannot infer]');
  return types[0] ?? badServer('BidType error: [Could not infer bid type from imp]');
}

/** The fields of `bid.ext.adhese` that the Java variant passes on, alone. */
function ownFields(ext: SharedBid['ext']): SharedBid['ext'] {
  const own = ext?.['adhese'];
  return isObject(own) ? Object.fromEntries(FIELDS.filter((name) => name in own).map((name) => [name, own[name]])) : ext;
}

export default defineBidder({
  code: 'adhese',
  endpoint: 'https://ads-{{.AccountID}}.adhese.com/openrtb2',
  maintainer: 'info@adhese.com',
  vendorId: 553,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  params: z.object({
    account: z
      .string()
      .min(1)
      .regex(/^[a-zA-Z0-9.-]+$/),
    location: z.string().min(1),
    format: z.string(),
    targets: z.record(z.string(), z.unknown()).optional(),
  }),

  readParams,
  paramsOf: 'first',
  badParams: (cause, _, step) => badInput(`Error unmarshalling ${step === 'ext' ? 'imp.ext' : 'bidder ext'}: ${cause}`),
  imp: ({ params, index }) => (index === 0 ? { ext: { adhese: { ...slotOf(params, (text) => text), ...params.targets } } } : undefined),
  macros: ({ params: { account = '' } }) => (isHost(account) ? { AccountID: account } : badInput('Invalid account')),
  headers: 'none',
  impIds: ([first]) => (first ? [first.imp.id] : []),
  status: statusPolicy({ other: unexpectedStatus, noContent: 'as-other' }),
  response: {
    unreadable: () => badServer('Empty body'),
    check: ({ seatbid: [first] = [] }) => {
      if (!first) return badServer('Empty SeatBid');
      return first.bid?.length ? undefined : badServer('Empty SeatBid.Bid');
    },
    readBids: 'first-bid',
    checkBid: ({ ext }) => {
      const found = readBidExt(ext);
      return 'error' in found ? badServer(`BidExt parsing error. ${found.error}`) : undefined;
    },
    mediaType: (
      _,
      {
        request: {
          imp: [first],
        },
      },
    ) => typeOf(first),
    onBadBid: 'abort',
    bid: ({ ext }) => ({ ext: (ext?.['adhese'] ?? null) as SharedBid['ext'] }),
  },
  java: {
    fanout: (imps) => [imps.slice(0, 1)],
    imp: ({ params, index }) => (index === 0 ? { ext: { adhese: { ...params.targets, ...slotOf(params, queryEscape) } } } : undefined),
    macros: ({ params: { account } }) => ({ AccountID: account }),
    response: {
      check: undefined,
      readBids: 'all',
      checkBid: (bid, { body }) => (bid === body?.seatbid?.flatMap((seat) => seat.bid)[0] ? undefined : 'skip'),
      mediaType: (
        _,
        {
          request: {
            imp: [first],
          },
        },
      ) => TYPES.find((type) => first?.[type]) ?? typeOf(first),
      bid: ({ ext }) => ({ ext: ownFields(ext) }),
    },
  },
});
