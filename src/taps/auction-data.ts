/** An ended auction as taps tell it. */
import type { Auction, BidderOutcome, BidderTask } from '#src/auction/auction.ts';
import type { Finding } from '#src/auction/findings.ts';
import { maskWhole } from '#src/auction/privacy/mask-whole.ts';
import { bidFates, REASONS } from '#src/auction/publish/fates.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import { isObject } from '#src/wire/merge.ts';
import { toOuter } from '#src/wire/rename.ts';
import { type Cut, fine, toBid, toBodies, toCall, whole } from './calls.ts';
import { redactAnswer, strictest } from './redact.ts';
import type { AuctionData, HookData, PrivacyData } from './schemas.ts';

type Bodies = NonNullable<AuctionData['bodies']>;

const MEDIA = ['banner', 'video', 'audio', 'native'] as const;

/** Everything but bodies. */
export function toAuctionData({ auction, tookMs }: AuctionEnded): AuctionData {
  const { refusal, reply, startedAt, deadlineAt, timeline, findings, intake } = auction;
  return {
    entry: auction.entry,
    channel: auction.channel,
    end: refusal ? 'rejected' : 'done',
    status: reply?.status ?? 0,
    refusal: refusal && { kind: refusal.kind, messages: [...refusal.messages] },
    startedAt,
    tookMs: fine(tookMs),
    deadlineMs: deadlineAt === undefined ? undefined : deadlineAt - startedAt,
    timeline: timeline.map(({ state, atUs, tookUs }) => ({ state, atUs: whole(atUs), tookUs: whole(tookUs) })),
    imps: impsOf(auction),
    bidders: biddersOf(auction),
    bids: bidFates(auction).map(toBid),
    nonBids: auction.nonBids.map(({ seat, impId, code }) => ({ seat, imp: impId, code, reason: REASONS[code] ?? `code ${code}` })),
    errors: listed(findings.errors),
    warnings: listed(findings.warnings),
    privacy: privacyOf(auction),
    modules: modulesOf(auction),
    requestBytes: Buffer.byteLength(intake.text) || auction.incoming.body.length,
    responseBytes: Buffer.byteLength(reply?.body ?? ''),
  };
}

/** Imps as far as the request was read. */
function impsOf({ request }: Auction): AuctionData['imps'] {
  return request.imp.filter(isObject).map((imp) => ({
    id: String(imp.id ?? ''),
    types: MEDIA.filter((type) => imp[type] !== undefined),
    floor: typeof imp.bidfloor === 'number' && imp.bidfloor > 0 ? imp.bidfloor : undefined,
    floorCurrency: typeof imp.bidfloorcur === 'string' ? imp.bidfloorcur : undefined,
  }));
}

function biddersOf(auction: Auction): AuctionData['bidders'] {
  const ended = new Map(auction.outcomes.map((outcome) => [outcome.bidder, outcome]));
  const startUs = whole(auction.timeline.find(({ state }) => state === 'collect')?.atUs ?? 0);
  return auction.tasks.map((task) => toBidder(task, ended.get(task.bidder), startUs));
}

const toBidder = (task: BidderTask, outcome: BidderOutcome | undefined, startUs: number): AuctionData['bidders'][number] => ({
  bidder: task.bidder,
  core: task.core,
  outcome: outcome?.kind,
  startUs,
  ms: fine(outcome?.ms ?? 0),
  timeoutMs: task.timeoutMs === undefined ? undefined : fine(task.timeoutMs),
  calls: outcome?.calls.map(toCall) ?? [],
});

function listed(findings: ReadonlyMap<string, readonly Finding[]>): AuctionData['errors'] {
  const told: AuctionData['errors'] = {};
  for (const [name, list] of findings)
    told[name] = list.map(({ code, message, debugOnly }) => ({ code, message, debugOnly: debugOnly ? true : undefined }));
  return told;
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

/** What each hook did; values it wrote are not told. */
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
        ms: fine(ms),
        changes: patches.map(({ op, path }) => `${op} /${path.join('/')}`),
        messages: [message, ...errors, ...warnings].filter((text) => text !== ''),
      })),
    ),
  );
}

/** Parameters of AMP pages that say nothing of the user beyond consent. */
const SHOWN_QUERY = new Set(
  'tag_id account curl slot w h ow oh ms timeout debug trace targeting consent_string gdpr_consent consent_type gdpr_applies addtl_consent gpp_sid __amp_source_origin'.split(
    ' ',
  ),
);

/** What went over the wire, cut by the auction's strictest privacy decision. */
export function toAuctionBodies(auction: Auction, cut: Cut): Bodies {
  const decision = strictest(auction);
  const redact = (value: object): string => cut(JSON.stringify(maskWhole(value, decision, auction.account)));
  const { incoming, intake, word, reply } = auction;
  const query = Object.entries(incoming.query).filter(
    (entry): entry is [string, string] => SHOWN_QUERY.has(entry[0]) && entry[1] !== undefined,
  );
  return {
    query: query.length > 0 ? Object.fromEntries(query) : undefined,
    request: intake.text === '' ? '' : redactText(intake.text, redact),
    resolved: auction.request.imp.length > 0 ? redact(toOuter(auction.request, word)) : '',
    response: cut(redactAnswer(reply?.body ?? '', decision, auction.account)),
    calls: auction.outcomes.flatMap(({ bidder, calls }) => calls.map((call) => toBodies(bidder, call, cut))),
  };
}

/** What cannot be read cannot be cut, and is not shown. */
function redactText(text: string, redact: (value: object) => string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? redact(value) : '';
  } catch {
    return '';
  }
}
