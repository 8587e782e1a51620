/** Signs requests in this process with the host's own key. */
import type { CallSigner, Signed } from '#src/auction/services.ts';
import type { Clock } from '#src/platform/clock.ts';
import { invokingDomain } from './call-sign.ts';
import type { Counterparties } from './counterparties.ts';
import { hashesOf, sign, signedMessage, unsignedMessage } from './signature.ts';

export interface SignatoryEnv {
  /** The host's call sign and its key's alias. */
  readonly from: string;
  readonly fromKey: string;
  readonly counterparties: Counterparties;
  readonly clock: Pick<Clock, 'now'>;
  /** A fresh string of base64url characters on each call. */
  readonly nonce: () => string;
}

export class Signatory implements CallSigner {
  readonly #env: SignatoryEnv;

  constructor(env: SignatoryEnv) {
    this.#env = env;
  }

  /** If no signature can be made for the recipient, the header states so by its status, and the error is returned as well. */
  sign(uri: string, body: string): Signed {
    const { from, fromKey, counterparties, clock, nonce } = this.#env;
    const invoking = invokingDomain(uri);
    if (invoking === undefined) return { error: 'the called address has no registrable domain' };
    const { status, why, link } = counterparties.of(invoking);
    if (!link) return { header: unsignedMessage(from, invoking, status), error: `${invoking}: ${why}` };
    const { to, toKey, secret } = link;
    const message = signedMessage({ from, fromKey, invoking, nonce: nonce(), at: clock.now(), to, toKey });
    return { header: sign(message, hashesOf(uri, body), secret) };
  }
}
