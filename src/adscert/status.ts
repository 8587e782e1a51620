/** A signer's knowledge of a counterparty, sent as `status` of its messages (ads.cert 2.0, authenticated connections). */
export const STATUS = {
  ok: 1,
  /** The counterparty has published no call sign. */
  unavailable: 3,
  notYetChecked: 5,
  /** The DNS did not respond. */
  dnsError: 7,
  sharedSecretError: 12,
  /** The DNS returned an error. */
  dnsReturnedRcode: 15,
  policyParseError: 16,
  keysParseError: 17,
} as const;

/** Errors that say nothing about the counterparty: the previous knowledge stays valid. */
export const isPassing = (status: number): boolean => status === STATUS.dnsError || status === STATUS.dnsReturnedRcode;
