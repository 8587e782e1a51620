/**
 * What a status code means. Usual rule: 204 is no bid, 400 is bad input, everything else but 200 is a bad server response;
 * only the text differs from bidder to bidder. In texts `%d` stands for the status.
 */
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import type { StatusPolicy } from './spec.ts';

export interface StatusRule {
  /** Text for each status that is not listed in `texts`. */
  readonly other: string;
  /** Texts of single statuses (`400`) and of classes (`'5xx'`). */
  readonly texts?: { readonly [status: string]: string };
  /** Statuses that are the caller's fault; default 400. */
  readonly badInput?: readonly number[];
  /** Whose fault the others are; default the bidder's. */
  readonly fault?: (message: string) => BidderError;
  /** What 204 is; default `'no-bid'`; `'judged'`: as any other. */
  readonly noContent?: 'no-bid' | 'empty' | 'judged' | BidderError;
  /** Status of a good answer; default 200. */
  readonly good?: number;
}

const withStatus = (text: string, status: number): string => text.replace('%d', String(status));

/** A policy from a rule; a text alone is the rule with that text for all. */
export function statusPolicy(rule: StatusRule | string): StatusPolicy {
  const {
    other,
    texts,
    badInput: inputFaults = [400],
    fault = badServer,
    noContent = 'no-bid',
    good = 200,
  } = typeof rule === 'string' ? { other: rule } : rule;
  return ({ status }) => {
    if (status === good) return 'ok';
    if (status === 204 && noContent !== 'judged') return noContent;
    const text = texts?.[status] ?? texts?.[`${Math.floor(status / 100)}xx`] ?? other;
    return (inputFaults.includes(status) ? badInput : fault)(withStatus(text, status));
  };
}

/** A policy in which no status but 204 is special: all others than 200 are bad server responses with this text. */
export const onlyOk = (text: string): StatusPolicy => statusPolicy({ other: text, badInput: [] });

/** Leaves every status to `parse`. */
export const unjudged: StatusPolicy = () => 'ok';

const HINT = 'Run with request.debug = 1 for more info';

/** The usual text. */
export const unexpectedStatus = `Unexpected status code: %d. ${HINT}`;

/** The policies whose texts recur, by the numbers of docs/BIDDERS.md. */
export const status = {
  s1: statusPolicy(unexpectedStatus),
  s2: statusPolicy(`Unexpected status code: %d. ${HINT}.`),
  s3: statusPolicy({
    texts: { 400: `Unexpected status code: 400. Bad request from publisher. ${HINT}.` },
    other: `Unexpected status code: %d. ${HINT}.`,
  }),
  s4: statusPolicy({ texts: { 400: 'Unexpected status code: 400. Bad request from publisher.' }, other: 'Unexpected status code: %d.' }),
  s5: statusPolicy('Unexpected status code: %d.'),
  s6: statusPolicy('Unexpected status code: %d'),
  s7: onlyOk('Unexpected http status code: %d'),
  s8: statusPolicy(`unexpected status code: %d. ${HINT}`),
  /** 400 and 503 with texts of their own. */
  s9: statusPolicy({
    texts: {
      400: 'Unexpected status code: [ %d ]',
      503: 'Something went wrong, please contact your Account Manager. Status Code: [ %d ] ',
    },
    other: `Unexpected status code: [ %d ]. ${HINT}`,
  }),
  s10: statusPolicy(`Invalid Status Returned: %d. ${HINT}`),
  s11: statusPolicy('unexpected status code: %d'),
} as const;
