/** One HTTP exchange with a service of the host (a store, a cache), with a timeout on our own clock: undici's are too coarse. */

import type { HttpResponse } from '#src/bidders/bidder.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Cancel, Outgoing, Transport } from './transport.ts';

export type ServiceResult =
  | { readonly kind: 'response'; readonly response: HttpResponse }
  | { readonly kind: 'failed'; readonly message: string; readonly timedOut: boolean };

const ABORTED = 'no longer awaited';

/** The response, or the reason for none within `timeoutMs`; `scope` cancels the call. Never rejects. */
export function callService(
  outgoing: Omit<Outgoing, 'bidder' | 'gzip'>,
  timeoutMs: number,
  { transport, clock }: { readonly transport: Transport; readonly clock: Clock },
  scope?: Abortable,
): Promise<ServiceResult> {
  return new Promise((resolve) => {
    const call: { cancel: Cancel } = { cancel: () => {} };
    const end = (result: ServiceResult): void => {
      stop();
      scope?.signal.removeEventListener('abort', aborted);
      resolve(result);
    };
    const aborted = (): void => {
      call.cancel();
      end({ kind: 'failed', message: ABORTED, timedOut: false });
    };
    // Registered first, because a closed transport fails at once.
    const stop = clock.after(timeoutMs, () => {
      call.cancel(true);
      end({ kind: 'failed', message: DEADLINE_EXCEEDED, timedOut: true });
    });
    call.cancel = transport.send({ ...outgoing, bidder: '', gzip: false }, (exchanged) => {
      end(exchanged.kind === 'response' ? exchanged : { kind: 'failed', message: exchanged.message, timedOut: false });
    });
    if (scope?.signal.aborted) aborted();
    else scope?.signal.addEventListener('abort', aborted);
  });
}
