/** Parameters of the logging endpoints: the parsed change, or an error with the Java variant's message. */
import type { HostConfig } from '#src/config/schema.ts';
import type { Failure, Result } from '#src/lang/result.ts';
import { type InteractionRequest, LOG_LEVELS, type LogLevel, type TraceRequest } from './log-observer.ts';

export type Parameters = { readonly [name: string]: string | undefined };

const LONGEST_TRACE_MS = 300_000;
/** Limits of the parameters. */
export type LogLimits = HostConfig['logging'];

/** An integer parameter; an error if it is not a number or out of range. */
function numberIn(name: string, text: string, min: number, max: number): Result<number> {
  if (!/^[+-]?\d{1,10}$/.test(text)) return { error: `Invalid '${name}' parameter value` };
  const number = Number(text);
  return number >= min && number <= max ? { value: number } : { error: `Parameter '${name}' must be between ${min} and ${max}` };
}

const neededIn = (name: string, text: string | undefined, min: number, max: number): Result<number> =>
  text === undefined ? missing(name) : numberIn(name, text, min, max);

const missing = (name: string): Failure => ({ error: `Missing required parameter '${name}'` });

const notOneOf = (name: string, allowed: readonly string[]): Failure => ({
  error: `Invalid '${name}' parameter value, allowed values '[${allowed.join(', ')}]'`,
});

const ENDPOINTS = ['auction', 'amp'] as const;

const levelOf = (text: string | undefined): LogLevel | undefined => LOG_LEVELS.find((level) => level === text?.toLowerCase());

/** `/pbs-admin/tracelog` */
export function readTrace({ account, bidderCode: bidder, level, duration }: Parameters): Result<TraceRequest> {
  if (!account && !bidder) return { error: 'At least one parameter should be defined: account, bidderCode' };
  if (!duration) return { error: 'duration parameter should be defined' };
  if (!/^[+-]?\d{1,10}$/.test(duration)) return { error: `duration parameter should be defined as integer, but was ${duration}` };
  const durationMs = Number(duration);
  if (durationMs < 1 || durationMs > LONGEST_TRACE_MS) {
    return { error: `Invalid parameter: duration must be between 1 and ${LONGEST_TRACE_MS}` };
  }
  const known = levelOf(level);
  if (!known) return { error: `Invalid parameter: Invalid LoggingLevel: ${level ?? 'null'}` };
  return { value: { account: account || undefined, bidder: bidder || undefined, level: known, durationMs } };
}

/** `/logging/httpinteraction` */
export function readInteractions(
  { endpoint, statusCode, account, bidder, limit }: Parameters,
  { http_interaction: { max_limit } }: LogLimits,
): Result<InteractionRequest> {
  const known = ENDPOINTS.find((name) => name === endpoint);
  if (endpoint !== undefined && !known) return notOneOf('endpoint', ENDPOINTS);
  const status = statusCode === undefined ? { value: undefined } : numberIn('statusCode', statusCode, 200, 500);
  if ('error' in status) return status;
  const max = neededIn('limit', limit, 1, max_limit);
  if ('error' in max) return max;
  return {
    value: { endpoint: known, status: status.value, account: account || undefined, bidder: bidder || undefined, limit: max.value },
  };
}

/** The minimum level to log, and for how long. */
export interface LevelRequest {
  readonly level: LogLevel;
  readonly durationMs: number;
}

/** `/logging/changelevel` */
export function readLevel({ level, duration }: Parameters, { change_level: { max_duration_ms } }: LogLimits): Result<LevelRequest> {
  if (level === undefined) return missing('level');
  const known = levelOf(level);
  if (!known) return notOneOf('level', LOG_LEVELS);
  const durationMs = neededIn('duration', duration, 1, max_duration_ms);
  return 'error' in durationMs ? durationMs : { value: { level: known, durationMs: durationMs.value } };
}
