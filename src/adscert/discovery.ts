/** Finds the call sign of a domain and the key to sign for it: two kinds of DNS records, one step apart. */
import { type PrivateKey, type PublicKey, sharedSecret } from './keys.ts';
import { readKeys, readPolicy } from './records.ts';
import { STATUS } from './status.ts';

/** TXT records of one name. `none`: the name does not exist or has none; `rejected`: the DNS returned an error; `unreachable`: no response. */
export type TxtLookup =
  | { readonly kind: 'texts'; readonly txtRecords: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'rejected' | 'unreachable'; readonly why: string };

/** Never rejects. */
export type FindTxtRecords = (name: string) => Promise<TxtLookup>;

export interface Counterparty {
  /** One of `STATUS`. */
  readonly status: number;
  /** Explanation for people. */
  readonly why: string;
  /** The keys to sign with; present only with status ok. */
  readonly link?: Link | undefined;
}

/** One of our keys and one of a call sign's keys. */
export interface Link {
  readonly to: string;
  readonly toKey: string;
  readonly secret: Buffer;
}

/** Max records per name and call signs per domain; no honest setup needs more. */
const MAX_RECORDS = 16;
const MAX_CALL_SIGNS = 4;

const keysName = (domain: string): string => `_delivery._adscert.${domain}`;
const policyName = (domain: string): string => `_adscert.${domain}`;

const noTxtRecords = (name: string, response: Exclude<TxtLookup, { kind: 'texts' }>): Counterparty => {
  if (response.kind === 'none') return { status: STATUS.unavailable, why: `no record at ${name}` };
  const status = response.kind === 'rejected' ? STATUS.dnsReturnedRcode : STATUS.dnsError;
  return { status, why: `lookup of ${name} failed: ${response.why}` };
};

/**
 * The counterparty for requests to `domain`: its own keys, else the first call sign of its policy that can be signed for. Queries at most
 * six names; never rejects.
 */
export async function findCounterparty(domain: string, own: PrivateKey, find: FindTxtRecords): Promise<Counterparty> {
  const [keys, policy] = await Promise.all([find(keysName(domain)), find(policyName(domain))]);
  const direct = ofKeys(domain, keys, own);
  if (direct.link || policy.kind === 'none') return direct;
  if (policy.kind !== 'texts') return noTxtRecords(policyName(domain), policy);
  const { callSigns, why } = callSignsOf(policy.txtRecords);
  if (callSigns.length === 0) {
    return why === undefined ? direct : { status: STATUS.policyParseError, why: `the record at ${policyName(domain)} is invalid: ${why}` };
  }
  const others = callSigns.filter((callSign) => callSign !== domain);
  const found = await Promise.all(others.map(async (callSign) => ofKeys(callSign, await find(keysName(callSign)), own)));
  return found.find(({ link }) => link) ?? found[0] ?? direct;
}

function callSignsOf(txtRecords: readonly string[]): { readonly callSigns: readonly string[]; readonly why: string | undefined } {
  const callSigns = new Set<string>();
  let why: string | undefined;
  for (const text of txtRecords.slice(0, MAX_RECORDS)) {
    const policy = readPolicy(text);
    if (policy.kind === 'read') callSigns.add(policy.value);
    else if (policy.kind === 'malformed') why ??= policy.why;
  }
  return { callSigns: [...callSigns].slice(0, MAX_CALL_SIGNS), why };
}

function ofKeys(callSign: string, response: TxtLookup, own: PrivateKey): Counterparty {
  const name = keysName(callSign);
  if (response.kind !== 'texts') return noTxtRecords(name, response);
  let invalid: Counterparty | undefined;
  for (const text of response.txtRecords.slice(0, MAX_RECORDS)) {
    const keys = readKeys(text);
    if (keys.kind === 'read') return linked(callSign, keys.value[0], own);
    if (keys.kind === 'malformed') invalid ??= { status: STATUS.keysParseError, why: `the record at ${name} is invalid: ${keys.why}` };
  }
  return invalid ?? noTxtRecords(name, { kind: 'none' });
}

function linked(callSign: string, theirs: PublicKey, own: PrivateKey): Counterparty {
  try {
    return { status: STATUS.ok, why: '', link: { to: callSign, toKey: theirs.alias, secret: sharedSecret(own, theirs) } };
  } catch {
    return { status: STATUS.sharedSecretError, why: `the key of ${callSign} is too weak` };
  }
}
