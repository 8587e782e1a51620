/** Subjects of the decoder table that need more than one call: auctions, adapters, settings, the cache. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builderOf } from '#properties/arbitraries/adapter-input.ts';
import { type AuctionInput, runHttp, slipOf, type Variant } from '#properties/arbitraries/corrupt-auction.ts';
import { fullRequest } from '#properties/arbitraries/full.ts';
import type { Call, SharedRequest } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { MemoryStore } from '#src/cache/memory.ts';
import { getValue, putValues } from '#src/cache/protocol.ts';
import { readSettings } from '#src/config/load.ts';
import { isActiveMarkup } from '#src/vast/active-markup.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** What a client receives. @throws Error if a stage failed, or reports JavaScript's message about a bug */
export function responseOf(variant: Variant, input: AuctionInput): { readonly status: number; readonly body: string } {
  const { auction, errors } = runHttp(variant, input);
  const [error] = errors as { readonly err?: unknown }[];
  if (error !== undefined) throw error.err ?? new Error(String(error));
  const slip = slipOf(auction);
  if (slip !== undefined) throw new Error(`the response reports ${slip}`);
  const { status = 0, body = '' } = auction.clientResponse ?? {};
  return { status, body };
}

const call: Call = { method: 'POST', uri: 'https://partner.example', headers: {}, impIds: ['banner'] };

/** Every adapter of both variants, as a reader of response bodies. */
export async function adapterReaders(): Promise<readonly ((body: string) => unknown)[]> {
  const request = fullRequest as unknown as SharedRequest;
  const definitions = await findDefinitions();
  return definitions.flatMap((definition) =>
    (['go', 'java'] as const).map((dialect) => {
      const adapter = definition.build({ ...builderOf(definition), dialect });
      return (body: string) => adapter.makeBids(request, call, { status: 200, headers: {}, body });
    }),
  );
}

/** The settings in one file with this name. */
export function settingsIn(name: string, text: string): { readonly errors: readonly string[]; readonly warnings: readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-fuzz-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, text);
    const { errors, warnings } = readSettings({ files: [file], environment: {} });
    return { errors, warnings };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The response to `POST /cache`, and those to `GET /cache` for its ids. */
export async function cached(body: string): Promise<{ readonly status: number; readonly fetched: readonly number[] }> {
  const limits = { max_size_bytes: 10_000, max_num_values: 10, max_ttl_seconds: 3600, allow_setting_keys: true };
  const store = new MemoryStore({ maxBytes: 100_000, maxValueBytes: 10_000 }, new WoundClock());
  let last = 0;
  const random = { uuid: () => String(++last) };
  const put = await putValues(body, { store, random, limits, timeoutMs: 100, isActive: isActiveMarkup });
  const { responses = [] } = put.status === 200 ? (JSON.parse(put.body) as { responses?: { uuid: string }[] }) : {};
  const fetched: number[] = [];
  for (const { uuid } of responses) fetched.push(uuid === '' ? 0 : (await getValue(uuid, store, limits)).status);
  return { status: put.status, fetched };
}

/**
 * The value or the message of a function that documents that it throws an `Error` for bad input. Exceptions of other classes are bugs;
 * `SyntaxError` is that of the JSON parser; `also` names those of other parsers.
 */
export function readOrError<T>(read: () => T, ...also: readonly string[]): T | string {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Error && (cause.constructor === Error || cause.constructor === SyntaxError || also.includes(cause.name)))
      return cause.message;
    throw cause;
  }
}
