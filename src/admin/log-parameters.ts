/** Parameters of the logging endpoints (info-admin-analytics.md section 7): what is wished, or the text of what is wrong. */
import { type InteractionWish, LOG_LEVELS, type LogLevel, type TraceWish } from '#streams/log-watch.ts';

export type Parameters = { readonly [name: string]: string | undefined };

const LONGEST_TRACE_MS = 300_000;
const LONGEST_LEVEL_MS = 60_000;
const MOST_INTERACTIONS = 10_000;

/** A whole number in a range; undefined: the text is none. */
function wholeNumber(text: string | undefined, least: number, most: number): number | undefined {
  const number = text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

const levelOf = (text: string | undefined): LogLevel | undefined => LOG_LEVELS.find((level) => level === text?.toLowerCase());

/** `/pbs-admin/tracelog` */
export function readTrace({ account, bidderCode: bidder, level, duration }: Parameters): TraceWish | string {
  if (!account && !bidder) return 'At least one parameter should be defined: account, bidderCode';
  if (!duration) return 'duration parameter should be defined';
  const durationMs = wholeNumber(duration, 1, LONGEST_TRACE_MS);
  if (durationMs === undefined) return `Invalid parameter: duration must be between 1 and ${LONGEST_TRACE_MS}`;
  const known = levelOf(level);
  if (!known) return `Invalid parameter: Invalid LoggingLevel: ${level ?? 'null'}`;
  return { account: account || undefined, bidder: bidder || undefined, level: known, durationMs };
}

/** `/logging/httpinteraction` */
export function readInteractions({ endpoint, statusCode, account, bidder, limit }: Parameters): InteractionWish | string {
  if (endpoint && endpoint !== 'auction' && endpoint !== 'amp') {
    return `Invalid 'endpoint' parameter value. Supported endpoints: auction, amp`;
  }
  const status = wholeNumber(statusCode, 200, 500);
  if (statusCode && status === undefined) return `Invalid 'statusCode' parameter value. It must be between 200 and 500`;
  const most = wholeNumber(limit, 1, MOST_INTERACTIONS);
  if (most === undefined) return `Parameter 'limit' is required and must be between 1 and ${MOST_INTERACTIONS}`;
  return {
    endpoint: endpoint ? (endpoint as 'auction' | 'amp') : undefined,
    status,
    account: account || undefined,
    bidder: bidder || undefined,
    limit: most,
  };
}

/** Everything logged from this level on, for so long. */
export interface LevelWish {
  readonly level: LogLevel;
  readonly durationMs: number;
}

/** `/logging/changelevel` */
export function readLevel({ level, duration }: Parameters): LevelWish | string {
  const known = levelOf(level);
  if (!known) return `Parameter 'level' is required and must be one of ${LOG_LEVELS.join(', ')}`;
  const durationMs = wholeNumber(duration, 1, LONGEST_LEVEL_MS);
  if (durationMs === undefined) return `Parameter 'duration' is required and must be between 1 and ${LONGEST_LEVEL_MS}`;
  return { level: known, durationMs };
}
