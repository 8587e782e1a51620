/**
 * The schemas of the `data` of each kind of tap event. The documentation's JSON schemas are generated from these, and tests validate every
 * event. Version 1: fields may be added; renaming or removing one requires a new version.
 */
import { z } from 'zod';
import { BID_OUTCOMES } from '#src/auction/bid-outcome.ts';
import { previous } from './previous-schema.ts';
import { rollup } from './rollup-schema.ts';

const text = z.string();
const count = z.int().min(0);
const ms = z.number().min(0).describe('ms');
const micros = z.number().describe('µs since the auction started');
const reason = text.optional().describe('reason');
const code = z.int().optional().describe('seat-non-bid code');
const byName = <T extends z.ZodType>(value: T) => z.record(text, value);

const call = z.strictObject({
  method: text,
  uri: text,
  status: z.int().describe('HTTP status; 0: no response'),
  ms,
  imps: z.array(text),
  bids: count,
  failure: z.strictObject({ kind: text, message: text }).optional(),
  errors: z.array(z.strictObject({ code: z.int(), message: text })).optional(),
  stored: z.boolean().optional().describe('a stored response, the bidder was not called'),
});

const callBodies = z.strictObject({
  bidder: text,
  uri: text,
  headers: byName(z.array(text)),
  request: text.describe('as received by the bidder, before compression'),
  response: text.describe('as the bidder sent it, decompressed'),
});

const bid = z.strictObject({
  bidder: text,
  seat: text,
  imp: text,
  id: text,
  type: text,
  originalPrice: z.number(),
  originalCurrency: text,
  currency: text.optional().describe("the auction's currency"),
  convertedPrice: z.number().optional().describe("the original price in the auction's currency, before adjustments"),
  price: z.number().optional().describe("in the auction's currency"),
  floor: z.number().optional().describe('the floor that the price was compared with'),
  floorCurrency: text.optional(),
  deal: text.optional(),
  creative: text.optional(),
  priceBucket: text.optional(),
  cacheId: text.optional(),
  outcome: z.enum(BID_OUTCOMES),
  reason,
  code,
});

const debugOnly = z.boolean().optional().describe('included only with debug output');
const diagnostic = z.strictObject({ code: z.int(), message: text, debugOnly });

const privacy = z.strictObject({
  gdpr: z.union([z.literal(1), z.literal(0), z.literal(-1)]).describe('as signalled; -1: unknown'),
  gdprApplies: z.boolean(),
  hasConsent: z.boolean().describe('whether there is a TCF string'),
  usPrivacy: text,
  gppSid: z.array(z.int()),
  coppa: z.boolean(),
  lmt: z.boolean(),
  bidders: byName(
    z.strictObject({
      called: z.boolean(),
      removed: z.array(z.strictObject({ what: text, rule: text, detail: text.optional() })),
    }),
  ),
});

const hook = z.strictObject({
  stage: text,
  entity: text,
  module: text,
  hook: text,
  status: text,
  action: text,
  ms,
  changes: z.array(text).describe('paths of the changes: `replace /user/id`'),
  messages: z.array(text),
});

const auction = z.strictObject({
  endpoint: z.enum(['auction', 'amp', 'video']),
  requestType: text,
  end: z.enum(['done', 'rejected']),
  status: z.int().describe('HTTP status of the response; 0: the client had disconnected'),
  rejection: z.strictObject({ kind: text, messages: z.array(text) }).optional(),
  startedAt: z.number().describe('epoch ms'),
  tookMs: ms,
  deadlineMs: z.number().optional().describe('ms from the start to the deadline of bidders'),
  timeline: z.array(z.strictObject({ state: text, atUs: micros, tookUs: z.number().describe('µs') })),
  imps: z.array(z.strictObject({ id: text, types: z.array(text), floor: z.number().optional(), floorCurrency: text.optional() })),
  bidders: z.array(
    z.strictObject({
      bidder: text,
      core: text,
      outcome: z.enum(['bids', 'no-bid', 'error', 'timeout', 'rejected']).optional().describe('absent: the tap received no outcome'),
      startUs: micros,
      ms,
      timeoutMs: ms.optional(),
      calls: z.array(call),
    }),
  ),
  bids: z.array(bid),
  nonBids: z.array(z.strictObject({ seat: text, imp: text, code: z.int(), reason: text })),
  errors: byName(z.array(diagnostic)),
  warnings: byName(z.array(diagnostic)),
  privacy: privacy.optional(),
  modules: z.array(hook).optional(),
  previous,
  requestBytes: count,
  responseBytes: count,
  bodies: z
    .strictObject({
      query: byName(text).optional().describe('of GET requests'),
      request: text.describe('as the caller sent it, masked by the strictest privacy decision'),
      states: z
        .array(z.strictObject({ state: text, request: text }))
        .optional()
        .describe('the request after each state before privacy that changed it, masked like the others'),
      resolved: text.describe('after the privacy state, masked by the strictest privacy decision'),
      response: text,
      calls: z.array(callBodies),
    })
    .optional()
    .describe('only if the subscription has `bodies`'),
  recording: z
    .looseObject({ v: z.literal(2) })
    .optional()
    .describe('only if the subscription has `recording`; for `npm run replay`'),
});

const transition = z.strictObject({
  from: text.describe('id of the source state'),
  to: text.describe('id of the target state'),
  on: text.describe('an event, `always`, or the completion of an invoked actor'),
  atUs: micros,
});

const bidder = z.strictObject({
  core: text,
  outcome: z.enum(['bids', 'no-bid', 'error', 'timeout', 'rejected']),
  ms,
  calls: z.array(call),
  bids: z.array(z.strictObject({ imp: text, id: text, type: text, price: z.number(), currency: text, deal: text.optional() })),
  bodies: z.array(callBodies).optional().describe('only if the subscription has `bodies`'),
});

const event = z.strictObject({
  type: z.enum(['win', 'imp', 'vast']),
  vtype: text.optional(),
  bidId: text,
  timestamp: z.number().optional().describe('epoch ms of the auction'),
  integration: text.optional(),
  auctionId: text.optional(),
});

const sync = z.strictObject({
  type: z.enum(['cookie_sync', 'setuid']),
  status: z.int(),
  errors: z.array(text),
  bidders: z.array(z.strictObject({ bidder: text, type: text.optional() })).describe('user ids are not included'),
  success: z.boolean().optional(),
});

const cache = z.strictObject({
  action: z.literal('put'),
  types: byName(count).describe('values by type'),
  stored: count,
  errors: z.array(text),
  ms,
});

const admin = z.looseObject({ action: text });

/** The schema of the data of each kind. */
export const dataSchemas = { auction, transition, bidder, bid, event, sync, cache, admin, rollup } as const;

export type AuctionData = z.infer<typeof auction>;
export type CallData = z.infer<typeof call>;
export type CallBodies = z.infer<typeof callBodies>;
export type BidData = z.infer<typeof bid>;
export type BidderData = z.infer<typeof bidder>;
export type TransitionData = z.infer<typeof transition>;
export type HookData = z.infer<typeof hook>;
export type PrivacyData = z.infer<typeof privacy>;
