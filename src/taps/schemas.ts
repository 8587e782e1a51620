/**
 * The schemas of the `data` of each kind of tap event. The documentation's JSON schemas are generated from these, and tests validate every
 * event. Version 1: fields may be added; renaming or removing one requires a new version.
 */
import { z } from 'zod';
import { BID_OUTCOMES } from '#src/auction/publish/bid-outcomes.ts';

const message = z.string();
const count = z.int().min(0);
const ms = z.number().min(0).describe('ms');
const micros = z.number().describe('µs since the auction started');
const reason = message.optional().describe('reason');
const code = z.int().optional().describe('seat-non-bid code');
const byName = <T extends z.ZodType>(value: T) => z.record(message, value);

const call = z.strictObject({
  method: message,
  uri: message,
  status: z.int().describe('HTTP status; 0: no response'),
  ms,
  imps: z.array(message),
  bids: count,
  failure: z.strictObject({ kind: message, message: message }).optional(),
  errors: z.array(z.strictObject({ code: z.int(), message: message })).optional(),
  stored: z.boolean().optional().describe('a stored response, the bidder was not called'),
});

const callBodies = z.strictObject({
  bidder: message,
  uri: message,
  headers: byName(z.array(message)),
  request: message.describe('as received by the bidder, before compression'),
  response: message.describe('as the bidder sent it, decompressed'),
});

const bid = z.strictObject({
  bidder: message,
  seat: message,
  imp: message,
  id: message,
  type: message,
  originalPrice: z.number(),
  originalCurrency: message,
  price: z.number().optional().describe("in the auction's currency"),
  deal: message.optional(),
  creative: message.optional(),
  priceBucket: message.optional(),
  cacheId: message.optional(),
  outcome: z.enum(BID_OUTCOMES),
  reason,
  code,
});

const debugOnly = z.boolean().optional().describe('included only with debug output');
const diagnostic = z.strictObject({ code: z.int(), message: message, debugOnly });

const privacy = z.strictObject({
  gdpr: z.union([z.literal(1), z.literal(0), z.literal(-1)]).describe('as signalled; -1: unknown'),
  gdprApplies: z.boolean(),
  hasConsent: z.boolean().describe('whether there is a TCF string'),
  usPrivacy: message,
  gppSid: z.array(z.int()),
  coppa: z.boolean(),
  lmt: z.boolean(),
  bidders: byName(
    z.strictObject({
      called: z.boolean(),
      removed: z.array(z.strictObject({ what: message, rule: message, detail: message.optional() })),
    }),
  ),
});

const hook = z.strictObject({
  stage: message,
  entity: message,
  module: message,
  hook: message,
  status: message,
  action: message,
  ms,
  changes: z.array(message).describe('paths of the changes: `replace /user/id`'),
  messages: z.array(message),
});

const auction = z.strictObject({
  endpoint: z.enum(['auction', 'amp', 'video']),
  requestType: message,
  end: z.enum(['done', 'rejected']),
  status: z.int().describe('HTTP status of the response; 0: the client had disconnected'),
  rejection: z.strictObject({ kind: message, messages: z.array(message) }).optional(),
  startedAt: z.number().describe('epoch ms'),
  tookMs: ms,
  deadlineMs: z.number().optional().describe('ms from the start to the deadline of bidders'),
  timeline: z.array(z.strictObject({ state: message, atUs: micros, tookUs: z.number().describe('µs') })),
  imps: z.array(z.strictObject({ id: message, types: z.array(message), floor: z.number().optional(), floorCurrency: message.optional() })),
  bidders: z.array(
    z.strictObject({
      bidder: message,
      core: message,
      outcome: z.enum(['bids', 'no-bid', 'error', 'timeout', 'rejected']).optional().describe('absent: the tap received no outcome'),
      startUs: micros,
      ms,
      timeoutMs: ms.optional(),
      calls: z.array(call),
    }),
  ),
  bids: z.array(bid),
  nonBids: z.array(z.strictObject({ seat: message, imp: message, code: z.int(), reason: message })),
  errors: byName(z.array(diagnostic)),
  warnings: byName(z.array(diagnostic)),
  privacy: privacy.optional(),
  modules: z.array(hook).optional(),
  requestBytes: count,
  responseBytes: count,
  bodies: z
    .strictObject({
      query: byName(message).optional().describe('of GET requests'),
      request: message.describe('as the caller sent it, masked by the strictest privacy decision'),
      resolved: message.describe('after the privacy state, masked by the strictest privacy decision'),
      response: message,
      calls: z.array(callBodies),
    })
    .optional()
    .describe('only if the subscription has `bodies`'),
  recording: z
    .looseObject({ v: z.literal(1) })
    .optional()
    .describe('only if the subscription has `recording`; for `npm run replay`'),
});

const transition = z.strictObject({
  from: message.describe('id of the source state'),
  to: message.describe('id of the target state'),
  on: message.describe('an event, `always`, or the completion of an invoked actor'),
  atUs: micros,
});

const bidder = z.strictObject({
  core: message,
  outcome: z.enum(['bids', 'no-bid', 'error', 'timeout', 'rejected']),
  ms,
  calls: z.array(call),
  bids: z.array(
    z.strictObject({ imp: message, id: message, type: message, price: z.number(), currency: message, deal: message.optional() }),
  ),
  bodies: z.array(callBodies).optional().describe('only if the subscription has `bodies`'),
});

const event = z.strictObject({
  type: z.enum(['win', 'imp', 'vast']),
  vtype: message.optional(),
  bidId: message,
  timestamp: z.number().optional().describe('epoch ms of the auction'),
  integration: message.optional(),
  auctionId: message.optional(),
});

const sync = z.strictObject({
  type: z.enum(['cookie_sync', 'setuid']),
  status: z.int(),
  errors: z.array(message),
  bidders: z.array(z.strictObject({ bidder: message, type: message.optional() })).describe('user ids are not included'),
  success: z.boolean().optional(),
});

const cache = z.strictObject({
  action: z.literal('put'),
  types: byName(count).describe('values by type'),
  stored: count,
  errors: z.array(message),
  ms,
});

const admin = z.looseObject({ action: message });

/** The schema of the data of each kind. */
export const dataSchemas = { auction, transition, bidder, bid, event, sync, cache, admin } as const;

export type AuctionData = z.infer<typeof auction>;
export type CallData = z.infer<typeof call>;
export type CallBodies = z.infer<typeof callBodies>;
export type BidData = z.infer<typeof bid>;
export type BidderData = z.infer<typeof bidder>;
export type TransitionData = z.infer<typeof transition>;
export type HookData = z.infer<typeof hook>;
export type PrivacyData = z.infer<typeof privacy>;
