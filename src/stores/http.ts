/** Stored data behind an HTTP service, in either address format. */

import type { Found } from '#src/auction/stored-data.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { StoresDialect } from '#src/dialect/contract/stores.ts';
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import { rawFields } from '#src/json/raw.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { encodeComponent, queryEscape } from '#src/lang/percent.ts';
import { trimEndCharacters } from '#src/lang/trim.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import { callService } from '#src/net/service-call.ts';
import type { Transport } from '#src/net/transport.ts';
import { Guard, type GuardEnv } from './circuit-breaker.ts';
import { NONE, type Store, type StoreKind } from './store.ts';

/** Name of a kind in addresses and in responses. */
const PARAMETERS: { readonly [kind in StoreKind]?: { readonly parameter: string; readonly field: string } } = {
  request: { parameter: 'request-id', field: 'requests' },
  amp: { parameter: 'request-id', field: 'requests' },
  video: { parameter: 'request-id', field: 'requests' },
  imp: { parameter: 'imp-id', field: 'imps' },
  account: { parameter: 'account-id', field: 'accounts' },
};

export interface HttpStoreOptions {
  readonly name: string;
  readonly options: HostConfig['stored_requests']['http'];
  /** Kinds of this section. */
  readonly kinds: readonly StoreKind[];
  readonly dialect: StoresDialect;
  /** Connections of stores only. */
  readonly transport: Transport;
}

/** `?a=1&a=2`, or `?as=["1","2"]`, after any query of the endpoint. */
export function storeUrl(endpoint: string, parameter: string, ids: readonly string[], rfc3986: boolean): string {
  const pairs = rfc3986 ? ids.map((id) => `${parameter}=${queryEscape(id)}`) : [`${parameter}s=${queryEscape(JSON.stringify(ids))}`];
  const joint = !endpoint.includes('?') ? '?' : /[?&]$/.test(endpoint) ? '' : '&';
  return `${endpoint}${joint}${pairs.join('&')}`;
}

/** Address of an ad server's category file, or of its publisher's. */
export function categoryUrl(endpoint: string, adServer: string, publisher: string): string {
  const parts = publisher === '' ? [adServer] : [adServer, publisher];
  return `${trimEndCharacters(endpoint, '?/')}/${parts.map(encodeComponent).join('/')}.json`;
}

type StoreResponse =
  | { readonly body: string }
  | { readonly error: string; readonly timedOut: boolean; readonly unavailable: boolean; readonly isMissing?: boolean };

/** A store that fetches documents from an HTTP service. */
export function createHttpStore({ name, options, kinds, dialect, transport }: HttpStoreOptions, env: GuardEnv): Store {
  const guard = new Guard(`${name}.http`, env);
  const outgoing = { method: 'GET' as const, headers: { Accept: 'application/json' } };

  const get = async (uri: string, timeoutMs: number, scope: Abortable | undefined): Promise<StoreResponse> => {
    const work = async () => {
      const exchange = await callService({ ...outgoing, uri }, timeoutMs, { transport, clock: env.clock }, scope);
      if (exchange.kind === 'failed') throw new Error(exchange.timedOut ? DEADLINE_EXCEEDED : 'the service does not respond');
      return exchange.response;
    };
    // The call's own timeout comes first: the guard's is a safety net.
    const result = await guard.run(work, timeoutMs + 1, { scope });
    if (result.kind === 'failed') {
      const timedOut = result.failure === 'timeout';
      return { error: timedOut ? DEADLINE_EXCEEDED : result.cause.message, timedOut, unavailable: true };
    }
    const { status, body } = result.value;
    if (status === 200) return { body };
    return { error: dialect.httpStatus(status), timedOut: false, unavailable: status >= 500, isMissing: status === 404 };
  };

  return {
    async fetch(kind, ids, timeoutMs, _accountId, scope) {
      const names = PARAMETERS[kind];
      const endpoint = kind === 'amp' && options.amp_endpoint !== '' ? options.amp_endpoint : options.endpoint;
      if (!names || endpoint === '' || !kinds.includes(kind) || ids.length === 0) return NONE;
      const response = await get(storeUrl(endpoint, names.parameter, ids, options.use_rfc3986_compliant_request_builder), timeoutMs, scope);
      const failed = (why: string, timedOut = false, unavailable = false): Found => ({
        documents: new Map(),
        errors: [errorMessage(kind, ids, why, dialect)],
        timedOut,
        unavailable,
      });
      if ('error' in response) return failed(response.error, response.timedOut, response.unavailable);
      return toFound(response.body, names.field, ids) ?? failed('failed to parse response');
    },
    async categories(adServer, publisher, timeoutMs, scope) {
      if (options.endpoint === '' || kinds.length > 0) return null;
      const response = await get(categoryUrl(options.endpoint, adServer, publisher), timeoutMs, scope);
      if ('error' in response) return response.isMissing ? null : undefined;
      // An error page with status 200 is no file: it must not replace the cached one.
      return parseJsonObject(response.body) ? response.body : undefined;
    },
  };
}

/** The error message for the caller, with the variant's wording. */
function errorMessage(kind: StoreKind, ids: readonly string[], why: string, dialect: StoresDialect): string {
  if (kind === 'account') {
    return `Error fetching accounts [${ids.join(',')}] via http: ${why.replace('Response code was', 'unexpected response status')}`;
  }
  return dialect.httpFailed(kind, ids, why);
}

/** A part of a string keeps all of it in memory, and a character beyond Latin-1 makes each of its parts twice as large. */
const copyOf = (text: string): string => Buffer.from(text).toString();

/** JSON of the requested ids as it is written; `null` and absent entries are missing. Undefined: malformed response. */
function toFound(json: string, field: string, ids: readonly string[]): Found | undefined {
  const response = parseJsonObject(json);
  if (!response) return undefined;
  if (!isObject(response[field])) return NONE;
  const held = rawFields(rawFields(json)[field] ?? '{}');
  const documents = new Map<string, string>();
  for (const id of ids) {
    const text = Object.hasOwn(held, id) ? held[id] : undefined;
    if (text !== undefined && text !== 'null') documents.set(id, copyOf(text));
  }
  return { documents, errors: [] };
}
