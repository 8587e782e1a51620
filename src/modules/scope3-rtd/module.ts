/** Real-time data: signals are fetched while bidders respond, and added to the response. */

import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { HookResult, ModuleDefinition } from '../hook.ts';
import { scope3Client } from './client.ts';
import { addSegments } from './segments.ts';
import { scope3Settings } from './settings.ts';

type Segments = Result<readonly string[]>;

/** ms of the hook's time that are left when it gives up: signals that are late are no error of the hook. */
const RESERVE_MS = 1;

const errorTag = (name: string, error: string): HookResult => ({
  tags: { activities: [{ name, status: 'error', results: [{ status: 'error', values: { error } }] }] },
});

const module: ModuleDefinition = {
  code: 'scope3.rtd',
  check: (settings) => void scope3Settings(settings),
  start(host, env) {
    const settings = scope3Settings(host);
    const client = scope3Client(settings, env);
    // An auction has one signal for its whole life; memory only holds JSON.
    const fetches = new WeakMap<AbortSignal, Promise<Segments>>();
    return {
      hooks: {
        entrypoint: () => undefined,
        processed_auction_request(_request, context) {
          const fetched = client.segments(context).then(
            (value): Segments => ({ value }),
            (cause: unknown): Segments => ({ error: errorMessage(cause) }),
          );
          fetches.set(context.signal, fetched);
          return undefined;
        },
        async auction_response(response, { signal, timeoutMs }) {
          const pending = fetches.get(signal);
          if (!pending) return errorTag('HandleAuctionResponseHook.scope3.AsyncRequest', 'failed to get async request from module context');
          const fetched = await withTimeout(pending, Math.max(0, timeoutMs - RESERVE_MS), env.clock, () => undefined);
          if (!fetched) return undefined;
          if ('error' in fetched) return errorTag('HandleAuctionResponseHook.scope3_fetch', fetched.error);
          return addSegments(response, fetched.value, settings) ? {} : undefined;
        },
      },
    };
  },
};

export default module;
