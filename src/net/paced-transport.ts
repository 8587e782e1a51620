/** Calls whose responses are handled in portions: a turn of the event loop with hundreds of responses ends before all are handled. */
import type { TurnQueue } from '#src/platform/turn-queue.ts';
import type { Cancel, Exchanged, Outgoing, Transport } from './transport.ts';

export class PacedTransport implements Transport {
  readonly #base: Transport;
  readonly #turns: TurnQueue;

  /** @param base makes the calls */
  constructor(base: Transport, turns: TurnQueue) {
    this.#base = base;
    this.#turns = turns;
  }

  send(outgoing: Outgoing, done: (exchanged: Exchanged) => void): Cancel {
    let isCancelled = false;
    const cancel = this.#base.send(outgoing, (exchanged) =>
      this.#turns.run(() => {
        if (!isCancelled) done(exchanged);
      }),
    );
    return (isLate) => {
      isCancelled = true;
      cancel(isLate);
    };
  }

  async close(): Promise<void> {
    await this.#base.close();
    this.#turns.stop();
  }
}
