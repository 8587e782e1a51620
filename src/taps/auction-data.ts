/** The data of a finished auction for taps. */
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome, BidderTask } from '#src/auction/bidder-task.ts';
import type { Diagnostic } from '#src/auction/diagnostics.ts';
import { nonBidMessage } from '#src/auction/non-bid.ts';
import { type BidderPrivacy, removesNothing } from '#src/auction/privacy/decision.ts';
import { maskObject } from '#src/auction/privacy/mask-object.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import { MEDIA_TYPES } from '#src/bidders/bidder.ts';
import { isObject } from '#src/json/merge.ts';
import { denormaliseExt } from '#src/openrtb/rename.ts';
import { jsonOfBids } from './bids-json.ts';
import { roundedMs, type Truncate, toBodies, toCall, toInteger } from './calls.ts';
import { redactResponse, strictest } from './redact.ts';
import type { AuctionData, HookData, PrivacyData } from './schemas.ts';

type Bodies = NonNullable<AuctionData['bodies']>;

/** JSON of everything except bodies. */
export function auctionJson(ended: AuctionEnded): string {
  return `${JSON.stringify(toAuctionData(ended)).slice(0, -1)},"bids":${jsonOfBids(ended.auction)}}`;
}

function toAuctionData({ auction, tookMs }: AuctionEnded): Omit<AuctionData, 'bids'> {
  const { rejection, clientResponse, startedAt, deadlineAt, timeline, diagnostics, input, incomingBytes } = auction;
  return {
    endpoint: auction.endpoint,
    requestType: auction.requestType,
    end: rejection ? 'rejected' : 'done',
    status: clientResponse?.status ?? 0,
    rejection: rejection && { kind: rejection.kind, messages: [...rejection.messages] },
    startedAt,
    tookMs: roundedMs(tookMs),
    deadlineMs: deadlineAt === undefined ? undefined : deadlineAt - startedAt,
    timeline: timeline.map(({ state, atUs, tookUs }) => ({ state, atUs: toInteger(atUs), tookUs: toInteger(tookUs) })),
    imps: impsOf(auction),
    bidders: biddersOf(auction),
    nonBids: auction.nonBids.map(({ seat, impId, code }) => ({ seat, imp: impId, code, reason: nonBidMessage(code) })),
    errors: listed(diagnostics.errors),
    warnings: listed(diagnostics.warnings),
    privacy: privacyOf(auction),
    modules: modulesOf(auction),
    previous: auction.previousAuctions?.map(({ bidder, sent }) => ({ bidder, infos: [...sent] })),
    requestBytes: input.bodyBytes || incomingBytes,
    responseBytes: Buffer.byteLength(clientResponse?.body ?? ''),
  };
}

/** The imps, as far as the request was parsed. */
function impsOf({ request }: Auction): AuctionData['imps'] {
  return request.imp.filter(isObject).map((imp) => ({
    id: String(imp.id ?? ''),
    types: MEDIA_TYPES.filter((type) => imp[type] !== undefined),
    floor: typeof imp.bidfloor === 'number' && imp.bidfloor > 0 ? imp.bidfloor : undefined,
    floorCurrency: typeof imp.bidfloorcur === 'string' ? imp.bidfloorcur : undefined,
  }));
}

function biddersOf(auction: Auction): AuctionData['bidders'] {
  const ended = new Map(auction.outcomes.map((outcome) => [outcome.bidder, outcome]));
  const startUs = toInteger(auction.timeline.find(({ state }) => state === 'collect')?.atUs ?? 0);
  return auction.tasks.map((task) => toBidder(task, ended.get(task.bidder), startUs));
}

const toBidder = (task: BidderTask, outcome: BidderOutcome | undefined, startUs: number): AuctionData['bidders'][number] => ({
  bidder: task.bidder,
  core: task.core,
  outcome: outcome?.kind,
  startUs,
  ms: roundedMs(outcome?.ms ?? 0),
  timeoutMs: task.timeoutMs === undefined ? undefined : roundedMs(task.timeoutMs),
  calls: outcome?.calls.map(toCall) ?? [],
});

function listed(diagnostics: ReadonlyMap<string, readonly Diagnostic[]>): AuctionData['errors'] {
  const reported: AuctionData['errors'] = {};
  for (const [name, list] of diagnostics)
    reported[name] = list.map(({ code, message, debugOnly }) => ({ code, message, debugOnly: debugOnly ? true : undefined }));
  return reported;
}

function privacyOf({ privacyContext: context, privacy }: Auction): PrivacyData | undefined {
  if (!context) return undefined;
  const bidders: PrivacyData['bidders'] = {};
  for (const [name, { mayCall, reasons }] of privacy) {
    bidders[name] = { called: mayCall, removed: reasons.map(({ rule, removes, detail }) => ({ what: removes, rule, detail })) };
  }
  const { gdprSignal: gdpr, gdprApplies, consent, usPrivacy, gppSid, coppa, lmt } = context;
  return { gdpr, gdprApplies, hasConsent: consent !== '', usPrivacy, gppSid: gppSid.filter(Number.isInteger), coppa, lmt, bidders };
}

/** The result of each hook, without the values it wrote. */
function modulesOf({ hooks }: Auction): HookData[] | undefined {
  return hooks?.outcomes.flatMap(({ stage, entity, groups }) =>
    groups.flatMap(({ results }) =>
      results.map(({ module, hook, status, action, ms, patches, message, errors, warnings }) => ({
        stage,
        entity,
        module,
        hook,
        status,
        action,
        ms: roundedMs(ms),
        changes: patches.map(({ op, path }) => `${op} /${path.join('/')}`),
        messages: [message, ...errors, ...warnings].filter((text) => text !== ''),
      })),
    ),
  );
}

/** AMP parameters without user data beyond consent. */
const SHOWN_QUERY = new Set(
  'tag_id account curl slot w h ow oh ms timeout debug trace targeting consent_string gdpr_consent consent_type gdpr_applies addtl_consent gpp_sid __amp_source_origin'.split(
    ' ',
  ),
);

/** HTTP bodies, masked by the auction's strictest privacy decision. */
export function toAuctionBodies(auction: Auction, truncate: Truncate): Bodies {
  const decision = strictest(auction);
  const redact = (value: object): string => truncate(JSON.stringify(maskObject(value, decision, auction.account)));
  const { incoming, input, extKey, clientResponse } = auction;
  const query = Object.entries(incoming.query).filter(
    (parameter): parameter is [string, string] => SHOWN_QUERY.has(parameter[0]) && parameter[1] !== undefined,
  );
  return {
    query: query.length > 0 ? Object.fromEntries(query) : undefined,
    request: requestBody(input.body, decision, redact, truncate),
    states: auction.requestStates?.map(({ state, json }) => ({
      state,
      request: redact(denormaliseExt(JSON.parse(json) as typeof auction.request, extKey)),
    })),
    resolved: auction.request.imp.length > 0 ? redact(denormaliseExt(auction.request, extKey)) : '',
    response: truncate(redactResponse(clientResponse?.body ?? '', decision, auction.account)),
    calls: auction.outcomes.flatMap(({ bidder, calls }) => calls.map((call) => toBodies(bidder, call, truncate))),
  };
}

/** As received if nothing must be removed: an auction with decisions has parsed it. */
function requestBody(body: string, decision: BidderPrivacy, redact: (value: object) => string, truncate: Truncate): string {
  if (body === '' || removesNothing(decision)) return truncate(body);
  return redactJson(body, redact);
}

/** An unparsable body cannot be masked, and is omitted. */
function redactJson(json: string, redact: (value: object) => string): string {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? redact(value) : '';
  } catch {
    return '';
  }
}
