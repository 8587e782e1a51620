/** Signs calls in this process, with the host's own key. */
import type { CallSigner, Signed } from '#src/auction/services.ts';
import type { Clock } from '#src/outside/clock.ts';
import { invokingDomain } from '#src/wire/call-sign.ts';
import type { Counterparties } from './counterparties.ts';
import { hashesOf, sign, signedMessage, unsignedMessage } from './signature.ts';

export interface SignatoryEnv {
  /** The host's call sign, and its key's alias. */
  readonly from: string;
  readonly fromKey: string;
  readonly counterparties: Counterparties;
  readonly clock: Pick<Clock, 'now'>;
  /** Another text each time, of base64url characters. */
  readonly nonce: () => string;
}

export class Signatory implements CallSigner {
  readonly #env: SignatoryEnv;

  constructor(env: SignatoryEnv) {
    this.#env = env;
  }

  /** Where the receiver cannot be signed for, its header says so by its status, and there is a fault to tell as well. */
  sign(uri: string, body: string): Signed {
    const { from, fromKey, counterparties, clock, nonce } = this.#env;
    const invoking = invokingDomain(uri);
    if (invoking === undefined) return { fault: 'the address it goes to has no registrable domain' };
    const { status, why, link } = counterparties.of(invoking);
    if (!link) return { header: unsignedMessage(from, invoking, status), fault: `${invoking}: ${why}` };
    const { to, toKey, secret } = link;
    const message = signedMessage({ from, fromKey, invoking, nonce: nonce(), at: clock.now(), to, toKey });
    return { header: sign(message, hashesOf(uri, body), secret) };
  }
}
