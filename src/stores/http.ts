/** Stored data behind an HTTP service, in either form of its addresses (events-cache-stored.md section 10). */
import type { Abortable, Found } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { ask } from '#src/outside/ask.ts';
import type { Transport } from '#src/outside/http.ts';
import { queryEscape } from '#src/wire/event-url.ts';
import { isObject } from '#src/wire/merge.ts';
import { Guard, type GuardEnv } from './guard.ts';
import { NOTHING, type Store, type StoreKind } from './store.ts';

/** Name of a kind in addresses and in answers. */
const WIRE: { readonly [kind in StoreKind]?: { readonly parameter: string; readonly member: string } } = {
  request: { parameter: 'request-id', member: 'requests' },
  amp: { parameter: 'request-id', member: 'requests' },
  video: { parameter: 'request-id', member: 'requests' },
  imp: { parameter: 'imp-id', member: 'imps' },
  account: { parameter: 'account-id', member: 'accounts' },
};

export interface HttpStoreOptions {
  readonly name: string;
  readonly options: HostConfig['stored_requests']['http'];
  /** Kinds that this section keeps. */
  readonly kinds: readonly StoreKind[];
  readonly variant: HostConfig['variant'];
  /** Connections of stores only. */
  readonly transport: Transport;
}

/** `?a=1&a=2`, or `?as=["1","2"]`, after whatever query the endpoint has. */
export function storeUrl(endpoint: string, parameter: string, ids: readonly string[], rfc3986: boolean): string {
  const pairs = rfc3986 ? ids.map((id) => `${parameter}=${queryEscape(id)}`) : [`${parameter}s=${queryEscape(JSON.stringify(ids))}`];
  const joint = !endpoint.includes('?') ? '?' : /[?&]$/.test(endpoint) ? '' : '&';
  return `${endpoint}${joint}${pairs.join('&')}`;
}

/** Address of an ad server's category file, or of its publisher's. */
export function categoryUrl(endpoint: string, adServer: string, publisher: string): string {
  const parts = publisher === '' ? [adServer] : [adServer, publisher];
  return `${endpoint.replace(/[?/]+$/, '')}/${parts.map(encodeURIComponent).join('/')}.json`;
}

type Reply = { readonly text: string } | { readonly error: string; readonly timedOut: boolean; readonly unasked?: boolean };

export function createHttpStore({ name, options, kinds, variant, transport }: HttpStoreOptions, env: GuardEnv): Store {
  const guard = new Guard(`${name}.http`, env);
  const outgoing = { method: 'GET' as const, headers: { Accept: 'application/json' } };

  const get = async (uri: string, timeoutMs: number, scope: Abortable | undefined): Promise<Reply> => {
    const work = async () => {
      const asked = await ask({ ...outgoing, uri }, timeoutMs, { transport, clock: env.clock }, scope);
      if (asked.kind === 'failed') throw new Error(asked.timedOut ? LATE : 'the service does not answer');
      return asked.answer;
    };
    // Its own end comes first: the guard's is there for what never ends.
    const result = await guard.run(work, timeoutMs + 1, { scope });
    if (result.kind === 'failed') return { error: result.cause.message, timedOut: result.cause.message === LATE };
    const { status, body } = result.value;
    return status === 200
      ? { text: body }
      : { error: `${variant === 'java' ? 'HTTP status code' : 'Response code was'} ${status}`, timedOut: false };
  };

  return {
    async fetch(kind, ids, timeoutMs, _accountId, scope) {
      const wire = WIRE[kind];
      const endpoint = kind === 'amp' && options.amp_endpoint !== '' ? options.amp_endpoint : options.endpoint;
      if (!wire || endpoint === '' || !kinds.includes(kind) || ids.length === 0) return NOTHING;
      const reply = await get(storeUrl(endpoint, wire.parameter, ids, options.use_rfc3986_compliant_request_builder), timeoutMs, scope);
      const failed = (why: string, timedOut = false): Found => ({
        texts: new Map(),
        errors: [errorText(kind, ids, why, variant)],
        timedOut,
      });
      if ('error' in reply) return failed(reply.error, reply.timedOut);
      return toFound(reply.text, wire.member, ids) ?? failed('failed to parse response');
    },
    async categories(adServer, publisher, timeoutMs, scope) {
      if (options.endpoint === '' || kinds.length > 0) return undefined;
      const reply = await get(categoryUrl(options.endpoint, adServer, publisher), timeoutMs, scope);
      return 'text' in reply ? reply.text : undefined;
    },
  };
}

const LATE = 'context deadline exceeded';

/** What the caller is told, in the variant's words. */
function errorText(kind: StoreKind, ids: readonly string[], why: string, variant: HostConfig['variant']): string {
  if (kind === 'account') {
    return `Error fetching accounts [${ids.join(',')}] via http: ${why.replace('Response code was', 'unexpected response status')}`;
  }
  if (variant === 'go') return `Error fetching Stored Requests via HTTP. ${why.charAt(0).toUpperCase()}${why.slice(1)}`;
  const [requests, imps] = kind === 'imp' ? [[], ids] : [ids, []];
  const named = `stored requests for ids [${requests.join(', ')}] and stored imps for ids [${imps.join(', ')}]`;
  return `Error fetching ${named} via HTTP: ${why}`;
}

/** Texts of the ids asked for; `null` and what is absent are not there. Undefined: no answer of this form. */
function toFound(text: string, member: string, ids: readonly string[]): Found | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(answer)) return undefined;
  const held = answer[member];
  if (!isObject(held)) return NOTHING;
  const texts = new Map<string, string>();
  for (const id of ids) {
    const value = Object.hasOwn(held, id) ? held[id] : undefined;
    if (value !== undefined && value !== null) texts.set(id, JSON.stringify(value));
  }
  return { texts, errors: [] };
}
