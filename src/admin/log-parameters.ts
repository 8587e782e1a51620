/** Parameters of the logging endpoints (info-admin-analytics.md section 7): what is wished, or what is wrong in the Java variant's words. */
import type { HostConfig } from '#src/config/schema.ts';
import { type InteractionWish, LOG_LEVELS, type LogLevel, type TraceWish } from '#streams/log-watch.ts';

export type Parameters = { readonly [name: string]: string | undefined };

const LONGEST_TRACE_MS = 300_000;
/** What may be asked for. */
export type LogLimits = HostConfig['logging'];

/** A whole number; `undefined` where there is none, a text where it is no number or out of range. */
function numberIn(name: string, text: string | undefined, least: number, most: number): number | string | undefined {
  if (text === undefined) return undefined;
  if (!/^[+-]?\d{1,10}$/.test(text)) return `Invalid '${name}' parameter value`;
  const number = Number(text);
  return number >= least && number <= most ? number : `Parameter '${name}' must be between ${least} and ${most}`;
}

function neededIn(name: string, text: string | undefined, least: number, most: number): number | string {
  return numberIn(name, text, least, most) ?? `Missing required parameter '${name}'`;
}

const notOneOf = (name: string, allowed: readonly string[]): string =>
  `Invalid '${name}' parameter value, allowed values '[${allowed.join(', ')}]'`;

const ENDPOINTS = ['auction', 'amp'] as const;

const levelOf = (text: string | undefined): LogLevel | undefined => LOG_LEVELS.find((level) => level === text?.toLowerCase());

/** `/pbs-admin/tracelog` */
export function readTrace({ account, bidderCode: bidder, level, duration }: Parameters): TraceWish | string {
  if (!account && !bidder) return 'At least one parameter should be defined: account, bidderCode';
  if (!duration) return 'duration parameter should be defined';
  if (!/^[+-]?\d{1,10}$/.test(duration)) return `duration parameter should be defined as integer, but was ${duration}`;
  const durationMs = Number(duration);
  if (durationMs < 1 || durationMs > LONGEST_TRACE_MS) {
    return `Invalid parameter: duration must be between 1 and ${LONGEST_TRACE_MS}`;
  }
  const known = levelOf(level);
  if (!known) return `Invalid parameter: Invalid LoggingLevel: ${level ?? 'null'}`;
  return { account: account || undefined, bidder: bidder || undefined, level: known, durationMs };
}

/** `/logging/httpinteraction` */
export function readInteractions(
  { endpoint, statusCode, account, bidder, limit }: Parameters,
  { http_interaction: { max_limit } }: LogLimits,
): InteractionWish | string {
  const known = ENDPOINTS.find((name) => name === endpoint);
  if (endpoint !== undefined && !known) return notOneOf('endpoint', ENDPOINTS);
  const status = numberIn('statusCode', statusCode, 200, 500);
  if (typeof status === 'string') return status;
  const most = neededIn('limit', limit, 1, max_limit);
  if (typeof most === 'string') return most;
  return { endpoint: known, status, account: account || undefined, bidder: bidder || undefined, limit: most };
}

/** Everything logged from this level on, for so long. */
export interface LevelWish {
  readonly level: LogLevel;
  readonly durationMs: number;
}

/** `/logging/changelevel` */
export function readLevel({ level, duration }: Parameters, { change_level: { max_duration_ms } }: LogLimits): LevelWish | string {
  if (level === undefined) return "Missing required parameter 'level'";
  const known = levelOf(level);
  if (!known) return notOneOf('level', LOG_LEVELS);
  const durationMs = neededIn('duration', duration, 1, max_duration_ms);
  return typeof durationMs === 'string' ? durationMs : { level: known, durationMs };
}
