/** One HTTP exchange with a service of the host (a store, a cache), ended by our own clock: undici's time limits are too coarse. */
import type { Abortable } from '#src/auction/services.ts';
import type { HttpResponse } from '#src/bidders/bidder.ts';
import type { Clock } from './clock.ts';
import type { Cancel, Outgoing, Transport } from './http.ts';

export type Asked =
  | { readonly kind: 'answer'; readonly answer: HttpResponse }
  | { readonly kind: 'failed'; readonly message: string; readonly timedOut: boolean };

export const LATE = 'context deadline exceeded';
const ABORTED = 'nobody waits for it any more';

/** The answer, or why there is none within `timeoutMs`; `scope` cancels the call. Never rejects. */
export function ask(
  outgoing: Omit<Outgoing, 'bidder' | 'gzip'>,
  timeoutMs: number,
  { transport, clock }: { readonly transport: Transport; readonly clock: Clock },
  scope?: Abortable,
): Promise<Asked> {
  return new Promise((resolve) => {
    const call: { cancel: Cancel } = { cancel: () => {} };
    const end = (asked: Asked): void => {
      stop();
      scope?.signal.removeEventListener('abort', aborted);
      resolve(asked);
    };
    const aborted = (): void => {
      call.cancel();
      end({ kind: 'failed', message: ABORTED, timedOut: false });
    };
    // First, since a transport that is closed fails at once.
    const stop = clock.after(timeoutMs, () => {
      call.cancel();
      end({ kind: 'failed', message: LATE, timedOut: true });
    });
    call.cancel = transport.send({ ...outgoing, bidder: '', gzip: false }, (exchanged) => {
      end(exchanged.kind === 'answer' ? exchanged : { kind: 'failed', message: exchanged.message, timedOut: false });
    });
    if (scope?.signal.aborted) aborted();
    else scope?.signal.addEventListener('abort', aborted);
  });
}
