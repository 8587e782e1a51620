/** Bidders without sockets, for tests in virtual time: each call is answered as the script says, after its delay. */
import type { HttpResponse } from '#src/bidders/bidder.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from '#src/outside/http.ts';

/** What happens to a call: an answer, a failure, or silence; `afterMs` at least 1. */
export interface Scripted {
  readonly afterMs?: number;
  readonly answer?: Partial<HttpResponse>;
  readonly failure?: { readonly failure: 'unreachable' | 'other'; readonly message: string };
  /** How long the call waited for its connection. */
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

function toExchanged({ answer, failure, waitedMs }: Scripted): Exchanged {
  if (failure) return { kind: 'failed', ...failure, waitedMs };
  return { kind: 'answer', answer: { status: 200, headers: {}, body: '', ...answer }, waitedMs };
}
