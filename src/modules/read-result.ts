/** Copies a hook's result before its draft is revoked: fields of the wrong type are dropped, strings remain strings. */
import { isObject } from '#src/json/merge.ts';
import { strings } from '#src/json/values.ts';
import type { AnalyticsTags } from './analytics-tags.ts';
import { detach } from './drafts.ts';
import type { HookResult, ModuleRejection, SeatError } from './hook.ts';
import { readTags } from './read-tags.ts';

type Changes = NonNullable<HookResult['changes']>;

/** A hook's result without references to the payload. */
export interface ReadResult {
  readonly reject: boolean;
  readonly nbr: number;
  readonly message: string;
  readonly failure: string | undefined;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly debug: readonly string[];
  readonly update: ((payload: never) => unknown) | undefined;
  readonly changes: Changes | undefined;
  readonly tags: AnalyticsTags | undefined;
  readonly memory: { readonly [key: string]: unknown } | undefined;
  readonly rejections: readonly (ModuleRejection & { readonly bidder: string })[];
  readonly seatErrors: readonly (SeatError & { readonly bidder: string })[];
}

const NONE: ReadResult = {
  reject: false,
  nbr: 0,
  message: '',
  failure: undefined,
  errors: [],
  warnings: [],
  debug: [],
  update: undefined,
  changes: undefined,
  tags: undefined,
  memory: undefined,
  rejections: [],
  seatErrors: [],
};

/** @throws Error if the result is malformed */
export function readResult(response: unknown): ReadResult {
  if (response === undefined || response === null) return NONE;
  if (!isObject(response)) throw new Error(`a hook must return an object, not ${Array.isArray(response) ? 'a list' : typeof response}`);
  const { reject, nbr, message, failure, errors, warnings, debug, update, changes, tags, memory, rejections, seatErrors } = response;
  return {
    reject: reject === true,
    nbr: Number.isInteger(nbr) ? (nbr as number) : 0,
    message: typeof message === 'string' ? message : '',
    failure: typeof failure === 'string' ? failure : undefined,
    errors: strings(errors),
    warnings: strings(warnings),
    debug: strings(debug),
    update: typeof update === 'function' ? (payload) => update.call(response, payload) as unknown : undefined,
    changes: Array.isArray(changes) ? changes.filter(isChange).map(({ key, type }) => ({ key: [...key], type })) : undefined,
    tags: readTags(tags),
    memory: isObject(memory) ? (detach(memory) as ReadResult['memory']) : undefined,
    rejections: isObject(rejections) ? Object.entries(rejections).flatMap(ofBidder) : [],
    seatErrors: isObject(seatErrors) ? Object.entries(seatErrors).flatMap(errorsOfBidder) : [],
  };
}

const isChange = (value: unknown): value is Changes[number] =>
  isObject(value) && Array.isArray(value['key']) && ['add', 'update', 'delete'].includes(value['type'] as string);

function ofBidder([bidder, list]: [string, unknown]): ReadResult['rejections'][number][] {
  if (!Array.isArray(list)) return [];
  return list.filter(isRejection).map(({ impId, reason, bidId, lostRevenue }) => ({
    bidder,
    impId,
    reason,
    bidId,
    lostRevenue: Number.isFinite(lostRevenue) ? lostRevenue : undefined,
  }));
}

const isRejection = (value: unknown): value is ModuleRejection =>
  isObject(value) && typeof value['impId'] === 'string' && Number.isInteger(value['reason']);

function errorsOfBidder([bidder, list]: [string, unknown]): ReadResult['seatErrors'][number][] {
  if (!Array.isArray(list)) return [];
  return list.filter(isSeatError).map(({ code, message, impIds }) => ({ bidder, code, message, impIds: impIds && strings(impIds) }));
}

const isSeatError = (value: unknown): value is SeatError =>
  isObject(value) && Number.isInteger(value['code']) && typeof value['message'] === 'string';
