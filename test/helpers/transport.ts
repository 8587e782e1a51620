/** Bidders without sockets, for tests in virtual time: each call gets its scripted response after its delay. */
import type { HttpResponse } from '#src/bidders/bidder.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/net/transport.ts';
import type { Clock } from '#src/platform/clock.ts';

/** Result of a call: a response, a failure, or silence; `afterMs` at least 1. */
export interface Scripted {
  readonly afterMs?: number;
  readonly response?: Partial<HttpResponse>;
  readonly failure?: { readonly failure: 'unreachable' | 'other'; readonly message: string };
  /** ms the call waited for its connection. */
  readonly waitedMs?: number;
}

export class ScriptedTransport implements Transport {
  readonly sent: Outgoing[] = [];
  cancelled = 0;
  readonly #clock: Clock;
  readonly #script: (outgoing: Outgoing) => Scripted | undefined;

  constructor(clock: Clock, script: (outgoing: Outgoing) => Scripted | undefined) {
    this.#clock = clock;
    this.#script = script;
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    this.sent.push(outgoing);
    const scripted = this.#script(outgoing);
    if (!scripted) return () => this.cancelled++;
    const stop = this.#clock.after(Math.max(1, scripted.afterMs ?? 1), () => done(toExchanged(scripted)));
    return () => {
      stop();
      this.cancelled++;
    };
  }

  async close(): Promise<void> {}
}

function toExchanged({ response, failure, waitedMs }: Scripted): Exchanged {
  if (failure) return { kind: 'failed', ...failure, waitedMs };
  return { kind: 'response', response: { status: 200, headers: {}, body: '', ...response }, waitedMs };
}
