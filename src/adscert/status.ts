/** What a signer knows of a counterparty, as `status` of its messages tells (ads.cert 2.0, authenticated connections). */
export const STATUS = {
  ok: 1,
  /** It has published no call sign. */
  unavailable: 3,
  notYetChecked: 5,
  /** No answer from the DNS. */
  dnsError: 7,
  sharedSecretError: 12,
  /** The DNS answered with an error. */
  dnsReturnedRcode: 15,
  policyParseError: 16,
  keysParseError: 17,
} as const;

/** Faults that say nothing of the counterparty: what was known of it before holds. */
export const isPassing = (status: number): boolean => status === STATUS.dnsError || status === STATUS.dnsReturnedRcode;
