/** Comparison of a bidder's results with the recorded ones (README of the bidder cases, sections 4, 5, 7). */
import type { BidderError, BidderResult, Call } from '#src/bidders/bidder.ts';
import { firstDifference } from '../compare.ts';
import { encode } from './binding.ts';

export interface WantedError {
  readonly value: string;
  readonly comparison: 'literal' | 'startswith' | 'regex';
}

export interface WantedCall {
  readonly uri: string;
  readonly headers?: Record<string, readonly string[]>;
  readonly body?: unknown;
  readonly impIDs: readonly string[];
}

export interface WantedResult {
  readonly currency?: string;
  readonly bids: readonly { bid: unknown; type?: string; seat?: string; video?: unknown }[];
  readonly fledgeauctionconfigs?: readonly unknown[];
}

/** `null` and absent differ in serialized messages. */
function difference(wanted: unknown, made: unknown, path: string): string | undefined {
  const special = (one: unknown, other: unknown, at: string): boolean | undefined => {
    const isHalfNull = (one === null) !== (other === null) && (one === undefined || other === undefined);
    return isHalfNull ? at.endsWith('].imp') : undefined;
  };
  return firstDifference(wanted, made, { special }, path);
}

/** After these words decoder messages contain type names of another language. */
const DECODER_DETAIL = /cannot unmarshal|unexpected character|decode slice|invalid number|json: /;
/** An error printed as a number by accident; compared up to this point. */
const ACCIDENT = '%!d(';

/** Paths of our extension with one key. */
const nested = (text: string): string => text.replaceAll('ext.prebid', 'ext.srv');

function isSame(wanted: WantedError, made: string): boolean {
  const found = nested(made);
  const value = nested(wanted.value);
  const truncate = DECODER_DETAIL.exec(value);
  if (truncate) return wanted.comparison === 'regex' || found.startsWith(value.slice(0, truncate.index));
  if (value.includes(ACCIDENT)) return found.startsWith(value.slice(0, value.indexOf(ACCIDENT)));
  if (wanted.comparison === 'regex') return new RegExp(value, 's').test(found);
  return wanted.comparison === 'startswith' ? found.startsWith(value) : found === value;
}

export function compareErrors(wanted: readonly WantedError[], made: readonly BidderError[], what: string): string | undefined {
  const messages = made.map((error) => error.message);
  const isGood = wanted.length === made.length && wanted.every((one, i) => isSame(one, messages[i] ?? ''));
  return isGood ? undefined : `${what} errors: wanted ${JSON.stringify(wanted.map((one) => one.value))}, made ${JSON.stringify(messages)}`;
}

function callDifference(wanted: WantedCall, made: Call): string | undefined {
  if (wanted.uri !== made.uri) return `uri: wanted ${wanted.uri}, made ${made.uri}`;
  const headers = Object.fromEntries(Object.entries(made.headers).map(([name, value]) => [name, [value].flat()]));
  const body = typeof made.body === 'string' ? JSON.parse(made.body) : made.body;
  return (
    (wanted.headers && difference(wanted.headers, headers, 'headers')) ??
    difference([...wanted.impIDs].sort(), [...made.impIds].sort(), 'impIDs') ??
    bodyDifference(wanted.body, body)
  );
}

function bodyDifference(wanted: unknown, made: unknown): string | undefined {
  return difference(encodeRequests(wanted), encodeRequests(made), 'body');
}

/** The body as serialized: an OpenRTB request, or an object with requests among its fields. */
function encodeRequests(body: unknown): unknown {
  const isRequest = (value: unknown): boolean => typeof value === 'object' && value !== null && 'imp' in value;
  if (isRequest(body)) return encode('BidRequest', body);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isRequest(value) ? encode('BidRequest', value) : value]));
}

/** The same number, in any order: each recorded call is made, each made one recorded. */
export function compareCalls(wanted: readonly WantedCall[], made: readonly Call[]): string | undefined {
  if (wanted.length !== made.length) return `calls: wanted ${wanted.length}, made ${made.length}`;
  for (const one of wanted) {
    const differences = made.map((call) => callDifference(one, call));
    if (!differences.includes(undefined)) return differences[0];
  }
  const extra = made.find((call) => !wanted.some((one) => callDifference(one, call) === undefined));
  return extra ? `call to ${extra.uri} was not wanted` : undefined;
}

export function compareResults(wanted: readonly WantedResult[], made: readonly BidderResult[]): string | undefined {
  if (wanted.length !== made.length) return `results: wanted ${wanted.length}, made ${made.length}`;
  for (let i = 0; i < wanted.length; i++) {
    const found = resultDifference(wanted[i] as WantedResult, made[i] as BidderResult, `result[${i}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function resultDifference(wanted: WantedResult, made: BidderResult, path: string): string | undefined {
  if (wanted.currency !== undefined && wanted.currency !== made.currency) {
    return `${path}.currency: wanted ${wanted.currency}, made ${made.currency}`;
  }
  if (wanted.bids.length !== made.bids.length) return `${path}: wanted ${wanted.bids.length} bids, made ${made.bids.length}`;
  for (let i = 0; i < wanted.bids.length; i++) {
    const { bid, type = '', seat = '', video } = wanted.bids[i] as WantedResult['bids'][number];
    const found = made.bids[i] as BidderResult['bids'][number];
    const at = `${path}.bids[${i}]`;
    const unlike =
      difference(type, found.type, `${at}.type`) ??
      difference(seat, found.seat ?? '', `${at}.seat`) ??
      difference(encode('Bid', bid, 'drop'), encode('Bid', found.bid, 'drop'), `${at}.bid`) ??
      (video === undefined ? undefined : difference(video, found.video, `${at}.video`));
    if (unlike !== undefined) return unlike;
  }
  return configDifference(wanted.fledgeauctionconfigs, made.auctionConfigs, `${path}.auctionConfigs`);
}

function configDifference(wanted: readonly unknown[] | undefined, made: readonly unknown[] | undefined, path: string): string | undefined {
  if (wanted === undefined) return made && made.length > 0 ? `${path}: not wanted` : undefined;
  return firstDifference([...wanted], JSON.parse(JSON.stringify(made ?? null)), { anyOrder: true }, path);
}
