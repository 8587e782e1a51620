/**
 * The meaning of status codes. Default rule: 204 is no bid, 400 is bad input, all others except 200 are bad server responses; only the
 * message differs by bidder. In messages `%d` stands for the status.
 */
import type { BidderError, HttpResponse } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import type { StatusPolicy } from './response-spec.ts';

type Message = string | ((response: HttpResponse) => string);

export interface StatusRule {
  /** Message for statuses not listed in `messages`. */
  readonly other: Message;
  /** Messages of single statuses (`400`) and of classes (`'5xx'`). */
  readonly messages?: { readonly [status: string]: Message };
  /** Statuses that are bad input, single or by class (`'4xx'`); default 400. */
  readonly badInput?: readonly (number | '3xx' | '4xx' | '5xx')[] | 'all';
  /** Constructor of the other errors; default `badServer`. */
  readonly otherError?: (message: string) => BidderError;
  /** Meaning of 204; default `'no-bid'`; `'ok'`: its body is parsed; `'as-other'`: like any other status; or an error. */
  readonly noContent?: 'no-bid' | 'empty' | 'ok' | 'as-other' | BidderError | ((response: HttpResponse) => BidderError);
  /** Status of a successful response; default 200. */
  readonly ok?: number | '2xx';
}

const classOf = (status: number): string => `${Math.floor(status / 100)}xx`;

/** A policy from a rule; a string alone is the message for all statuses. */
export function statusPolicy(rule: StatusRule | string): StatusPolicy {
  const {
    other,
    messages = {},
    badInput: inputErrors = [400],
    otherError = badServer,
    noContent = 'no-bid',
    ok = 200,
  } = typeof rule === 'string' ? { other: rule } : rule;
  const isBadInput = (status: number): boolean =>
    inputErrors === 'all' || inputErrors.some((one) => one === status || one === classOf(status));
  return (response) => {
    const { status } = response;
    if (status === 204 && noContent !== 'as-other') return typeof noContent === 'function' ? noContent(response) : noContent;
    if (status === ok || (ok === '2xx' && classOf(status) === ok)) return 'ok';
    const message = messages[status] ?? messages[classOf(status)] ?? other;
    const text = typeof message === 'string' ? message.replaceAll('%d', String(status)) : message(response);
    return (isBadInput(status) ? badInput : otherError)(text);
  };
}

/** A policy in which only 204 is special: all others than 200 are bad server responses with this message. */
export const onlyOk = (message: string): StatusPolicy => statusPolicy({ other: message, badInput: [] });

/** Leaves every status to `parse`. */
export const anyStatus: StatusPolicy = () => 'ok';

const HINT = 'Run with request.debug = 1 for more info';

/** The message of most bidders. */
export const unexpectedStatus = `Unexpected status code: %d. ${HINT}`;

/** The message of bidders that say nothing about the cause. */
export const contactManager = 'Something went wrong, please contact your Account Manager. Status Code: [ %d ] ';

/** 400 and 503 have messages of their own. */
export const bracketedStatus: StatusRule = {
  messages: { 400: 'Unexpected status code: [ %d ]', 503: contactManager },
  other: `Unexpected status code: [ %d ]. ${HINT}`,
};

/** Recurring policies, by the numbers of docs/BIDDERS.md. */
export const status = {
  s1: statusPolicy(unexpectedStatus),
  s2: statusPolicy(`Unexpected status code: %d. ${HINT}.`),
  s3: statusPolicy({
    messages: { 400: `Unexpected status code: 400. Bad request from publisher. ${HINT}.` },
    other: `Unexpected status code: %d. ${HINT}.`,
  }),
  s4: statusPolicy({ messages: { 400: 'Unexpected status code: 400. Bad request from publisher.' }, other: 'Unexpected status code: %d.' }),
  s5: statusPolicy('Unexpected status code: %d.'),
  s6: statusPolicy('Unexpected status code: %d'),
  s7: onlyOk('Unexpected http status code: %d'),
  s8: statusPolicy(`unexpected status code: %d. ${HINT}`),
  /** All are bad input. */
  s9: statusPolicy({ ...bracketedStatus, badInput: 'all' }),
  s10: onlyOk(`Invalid Status Returned: %d. ${HINT}`),
  s11: statusPolicy('unexpected status code: %d'),
  /** The error is on the side of the request (4xx) or of the bidder (5xx). */
  s12: statusPolicy({
    messages: {
      '4xx': 'Unexpected status code: %d. Bad request to dsp',
      '5xx': 'Unexpected status code: %d. Dsp server internal error',
    },
    other: 'Unexpected status code: %d',
    badInput: ['4xx'],
  }),
} as const;
