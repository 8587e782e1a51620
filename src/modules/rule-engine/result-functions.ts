/** The functions of a rule's `results`: bidders to exclude or include, and values for analytics. */
import { isNonBidCode, NON_BID } from '#src/auction/non-bid.ts';
import { toFlag } from '../account-settings.ts';
import { argumentsOf, RuleError, readString, UnknownFunctionError } from './arguments.ts';
import type { RuleDialect } from './dialects.ts';

export interface BidderResult {
  readonly kind: 'exclude' | 'include';
  readonly bidders: ReadonlySet<string>;
  /** Code for seatnonbid. */
  readonly reason: number;
  /** Only bidders with (true) or without (false) a live user id. */
  readonly ifSyncedId?: boolean | undefined;
  readonly analyticsValue?: string | undefined;
  /** Other inclusions of the same rule: bidders of any of them remain. */
  readonly alternatives?: readonly BidderResult[] | undefined;
}

export interface LogResult {
  readonly kind: 'log';
  readonly analyticsValue: string;
}

export type ResultFunction = BidderResult | LogResult;

/** Name of a result in tags and settings. */
export const RESULT_NAMES = { exclude: 'excludeBidders', include: 'includeBidders', log: 'logAtag' } as const;

/** A bidder's name normalized for comparison. */
export const comparedName = (bidder: string, { ignoresCase }: RuleDialect): string => (ignoresCase ? bidder.toLowerCase() : bidder);

function bidderResult(kind: 'exclude' | 'include', args: unknown, dialect: RuleDialect): BidderResult {
  const { messages } = dialect;
  const name = RESULT_NAMES[kind];
  if (args === undefined || args === null) throw new RuleError(messages.noConfiguration(name));
  const { bidders, seatnonbid, ifSyncedId, analyticsValue } = argumentsOf(args);
  if (!Array.isArray(bidders) || bidders.length === 0) throw new RuleError(messages.noBidders(name));
  if (!bidders.every((bidder) => typeof bidder === 'string')) throw new RuleError(messages.wrongElement('bidders', 'strings'));
  if (dialect.reports && seatnonbid !== undefined && seatnonbid !== null && !isNonBidCode(seatnonbid)) {
    throw new RuleError(`unknown code of seatnonbid: ${JSON.stringify(seatnonbid)}`);
  }
  const synced = toFlag(ifSyncedId) ?? undefined;
  if (dialect.reports && synced !== undefined && typeof synced !== 'boolean') {
    throw new RuleError(`ifSyncedId is not a boolean: ${JSON.stringify(ifSyncedId)}`);
  }
  return {
    kind,
    bidders: new Set(bidders.map((bidder: string) => comparedName(bidder, dialect))),
    reason: dialect.reports && isNonBidCode(seatnonbid) ? seatnonbid : NON_BID.optimised,
    ifSyncedId: dialect.reports && typeof synced === 'boolean' ? synced : undefined,
    analyticsValue: typeof analyticsValue === 'string' ? analyticsValue : undefined,
  };
}

/**
 * Compiles a result function.
 * @throws UnknownFunctionError if the name is unknown; RuleError if the arguments are invalid
 */
export function resultFunction(name: string, args: unknown, dialect: RuleDialect): ResultFunction {
  if (name === RESULT_NAMES.exclude) return bidderResult('exclude', args, dialect);
  if (name === RESULT_NAMES.include) return bidderResult('include', args, dialect);
  if (name === RESULT_NAMES.log && dialect.reports) return { kind: 'log', analyticsValue: readString('analyticsValue', args, dialect) };
  throw new UnknownFunctionError(dialect.messages.unknownResult(name));
}
