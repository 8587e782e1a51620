/**
 * An auction that has ended, as one module may see it: the request is the module's own copy, and where anything was cut from that,
 * what repeats the request elsewhere (debug output, the caller's video request) is cut or left out too.
 */
import type { Auction, BidderOutcome } from '#src/auction/auction.ts';
import { groupNonBids, listNonBids } from '#src/auction/collect/seat-non-bids.ts';
import type { Account } from '#src/config/account.ts';
import type { AnalyticsTags } from '#src/modules/hook.ts';
import { moduleReport } from '#src/modules/report.ts';
import type { Ext, ResponseExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, BidResponse, DeepReadonly } from '#src/wire/ortb.ts';
import { toOuter, type Word } from '#src/wire/rename.ts';
import type { CutCopy } from './cut.ts';
import type { AuctionKind } from './module.ts';

/** How a bidder of the auction ended. */
export interface ToldBidder {
  readonly bidder: string;
  readonly outcome: BidderOutcome['kind'];
  readonly ms: number;
  readonly bids: number;
}

export type ToldActivity = AnalyticsTags['activities'][number];

const bidsOf = ({ calls }: BidderOutcome): number => calls.reduce((count, { result }) => count + (result?.bids.length ?? 0), 0);

function parsed(text: string | undefined): Ext | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Addresses of failed calls may carry ids in their queries. */
const withoutQueries = (text: string): string => text.replace(/\?[^\s"']*/g, '?');

function discreetFindings(findings: ResponseExt['errors']): ResponseExt['errors'] {
  if (!findings) return findings;
  const told = Object.entries(findings).map(([bidder, list]) => [
    bidder,
    list.map((finding) => ({ ...finding, message: withoutQueries(finding.message) })),
  ]);
  return Object.fromEntries(told);
}

/** The answer's `ext` without what repeats requests. */
function discreet({ debug: _, ...ext }: ResponseExt): ResponseExt {
  return {
    ...ext,
    ...(ext.errors && { errors: discreetFindings(ext.errors) }),
    ...(ext.warnings && { warnings: discreetFindings(ext.warnings) }),
  };
}

export class AuctionReport {
  readonly kind: AuctionKind;
  /** When the auction ended, epoch ms. */
  readonly at: number;
  readonly tookMs: number;
  readonly request: DeepReadonly<BidRequest>;
  /** What the account and the request say to this module. */
  readonly settings: Ext;
  readonly #auction: Auction;
  readonly #copy: CutCopy;

  constructor(auction: Auction, copy: CutCopy, at: number, tookMs: number) {
    this.kind = auction.entry;
    this.at = at;
    this.tookMs = tookMs;
    this.request = copy.request;
    this.settings = copy.settings;
    this.#auction = auction;
    this.#copy = copy;
  }

  /** HTTP status of the reply. */
  get status(): number {
    return this.#auction.reply?.status ?? 500;
  }
  /** Why the request was refused; empty when it was not. */
  get errors(): readonly string[] {
    return this.#auction.refusal?.messages ?? [];
  }
  get account(): Account {
    return this.#auction.account;
  }
  get accountId(): string {
    return this.#auction.accountId;
  }
  get channel(): Auction['channel'] {
    return this.#auction.channel;
  }
  /** Epoch ms. */
  get startedAt(): number {
    return this.#auction.startedAt;
  }
  /** The word the caller used for our extension object. */
  get word(): Word {
    return this.#auction.word;
  }

  /** The answer, our word inside; undefined where the request was refused. */
  get response(): DeepReadonly<BidResponse> | undefined {
    const { response } = this.#auction;
    return response?.ext && this.#copy.isMasked ? { ...response, ext: discreet(response.ext) } : response;
  }

  /** The answer as text in `word`; the very bytes of the reply where they are the same. */
  responseText(word: Word): string | undefined {
    const { response, reply, entry } = this.#auction;
    if (!response) return undefined;
    if (entry === 'auction' && reply && reply.status === 200 && word === this.word && !this.#copy.isMasked) return reply.body;
    return JSON.stringify(toOuter(this.response, word));
  }

  get seatNonBids(): readonly object[] {
    return listNonBids(groupNonBids(this.#auction.nonBids));
  }
  /** What modules with hooks did, stage by stage. */
  get hookOutcomes(): readonly unknown[] {
    const { hooks } = this.#auction;
    if (!hooks) return [];
    const trace = this.#copy.isMasked ? 'basic' : 'verbose';
    const report = moduleReport(hooks.outcomes, { trace, debug: false, warnings: [] }, 'go')?.['trace'];
    const stages = isObject(report) && Array.isArray(report['stages']) ? (report['stages'] as Ext[]) : [];
    return stages.flatMap(({ stage, outcomes }) => (outcomes as Ext[]).map((outcome) => ({ ...outcome, stage })));
  }
  /** What a module's hooks that went well told analytics before bidders were called. */
  toldBy(module: string): readonly ToldActivity[] {
    const outcomes = this.#auction.hooks?.outcomes.filter(({ stage }) => stage === 'processed_auction_request') ?? [];
    const results = outcomes.flatMap(({ groups }) => groups).flatMap((group) => group.results);
    return results
      .filter((result) => result.module === module && result.status === 'success')
      .flatMap(({ tags }) => tags?.activities ?? []);
  }
  get bidders(): readonly ToldBidder[] {
    return this.#auction.outcomes.map((outcome) => ({
      bidder: outcome.bidder,
      outcome: outcome.kind,
      ms: outcome.ms,
      bids: bidsOf(outcome),
    }));
  }
  get timeline(): Auction['timeline'] {
    return this.#auction.timeline;
  }

  /** AMP: the key-values the page got. */
  get targeting(): Ext | undefined {
    const targeting = this.#reply()?.['targeting'];
    return isObject(targeting) ? targeting : undefined;
  }
  /** AMP: where the page came from, as its runtime or browser says. */
  get origin(): string {
    const { query, headers } = this.#auction.incoming;
    return query['__amp_source_origin'] || headers['origin'] || '';
  }
  /** Video: what the caller sent. */
  get videoRequest(): Ext | undefined {
    return this.#copy.maskOther(parsed(this.#auction.intake.text));
  }
  /** Video: what the caller got. */
  get videoResponse(): Ext | undefined {
    const reply = this.#reply();
    if (!reply || !this.#copy.isMasked) return reply;
    const { ext: _, ...rest } = reply;
    return rest;
  }

  #reply(): Ext | undefined {
    const { reply } = this.#auction;
    return reply?.status === 200 ? parsed(reply.body) : undefined;
  }
}
