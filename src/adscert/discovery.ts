/** Finds whom a domain belongs to and what to sign for him with: two kinds of DNS records, one step apart. */
import { type PrivateKey, type PublicKey, sharedSecret } from './keys.ts';
import { readKeys, readPolicy } from './records.ts';
import { STATUS } from './status.ts';

/** TXT records of one name. `none`: there is no such name, or none there; `refused`: the DNS answered with an error. */
export type TextAnswer =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused' | 'unreachable'; readonly why: string };

/** Never rejects. */
export type FindTexts = (name: string) => Promise<TextAnswer>;

export interface Counterparty {
  /** One of `STATUS`. */
  readonly status: number;
  /** For people. */
  readonly why: string;
  /** What to sign with; there with status ok only. */
  readonly link?: Link | undefined;
}

/** One of our keys and one of a call sign's. */
export interface Link {
  readonly to: string;
  readonly toKey: string;
  readonly secret: Buffer;
}

/** Records of one name that are looked at, and call signs of one domain: more is nobody's honest wish. */
const MOST_RECORDS = 16;
const MOST_CALL_SIGNS = 4;

const keysName = (domain: string): string => `_delivery._adscert.${domain}`;
const policyName = (domain: string): string => `_adscert.${domain}`;

const noTexts = (name: string, answer: Exclude<TextAnswer, { kind: 'texts' }>): Counterparty => {
  if (answer.kind === 'none') return { status: STATUS.unavailable, why: `there is no record at ${name}` };
  const status = answer.kind === 'refused' ? STATUS.dnsReturnedRcode : STATUS.dnsError;
  return { status, why: `${name} cannot be looked up: ${answer.why}` };
};

/**
 * Who answers for calls to `domain`: its own keys, else the first call sign of its policy that can be signed for.
 * Asks at most six names; never rejects.
 */
export async function findCounterparty(domain: string, own: PrivateKey, find: FindTexts): Promise<Counterparty> {
  const [keys, policy] = await Promise.all([find(keysName(domain)), find(policyName(domain))]);
  const direct = ofKeys(domain, keys, own);
  if (direct.link || policy.kind === 'none') return direct;
  if (policy.kind !== 'texts') return noTexts(policyName(domain), policy);
  const { callSigns, why } = callSignsOf(policy.texts);
  if (callSigns.length === 0) {
    return why === undefined
      ? direct
      : { status: STATUS.policyParseError, why: `the record at ${policyName(domain)} cannot be read: ${why}` };
  }
  const others = callSigns.filter((callSign) => callSign !== domain);
  const found = await Promise.all(others.map(async (callSign) => ofKeys(callSign, await find(keysName(callSign)), own)));
  return found.find(({ link }) => link) ?? found[0] ?? direct;
}

function callSignsOf(texts: readonly string[]): { readonly callSigns: readonly string[]; readonly why: string | undefined } {
  const callSigns = new Set<string>();
  let why: string | undefined;
  for (const text of texts.slice(0, MOST_RECORDS)) {
    const policy = readPolicy(text);
    if (policy.kind === 'read') callSigns.add(policy.value);
    else if (policy.kind === 'faulty') why ??= policy.why;
  }
  return { callSigns: [...callSigns].slice(0, MOST_CALL_SIGNS), why };
}

function ofKeys(callSign: string, answer: TextAnswer, own: PrivateKey): Counterparty {
  const name = keysName(callSign);
  if (answer.kind !== 'texts') return noTexts(name, answer);
  let faulty: Counterparty | undefined;
  for (const text of answer.texts.slice(0, MOST_RECORDS)) {
    const keys = readKeys(text);
    if (keys.kind === 'read') return linked(callSign, keys.value[0], own);
    if (keys.kind === 'faulty') faulty ??= { status: STATUS.keysParseError, why: `the record at ${name} cannot be read: ${keys.why}` };
  }
  return faulty ?? noTexts(name, { kind: 'none' });
}

function linked(callSign: string, theirs: PublicKey, own: PrivateKey): Counterparty {
  try {
    return { status: STATUS.ok, why: '', link: { to: callSign, toKey: theirs.alias, secret: sharedSecret(own, theirs) } };
  } catch {
    return { status: STATUS.sharedSecretError, why: `the key of ${callSign} is too weak to sign with` };
  }
}
