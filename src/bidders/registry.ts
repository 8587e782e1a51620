/** The bidders this host knows: definitions found in this folder, host config applied, adapters built once at start. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ZodType } from 'zod';
import type { Adapter, BidderDefinition, BidderFacts } from './bidder.ts';

/** A bidder ready to be called. */
export interface KnownBidder {
  readonly code: string;
  readonly facts: BidderFacts;
  readonly params: ZodType;
  readonly adapter: Adapter;
  /** Key of its entry in the `uids` cookie. */
  readonly syncKey: string;
}

export interface BidderRegistry {
  /** Every known bidder by its canonical code, disabled ones too. */
  readonly all: ReadonlyMap<string, KnownBidder>;
  /** A bidder by its code in any case, if it is enabled. */
  active(code: string): KnownBidder | undefined;
  /** A bidder by its code in any case, enabled or not. */
  known(code: string): KnownBidder | undefined;
  /** Why a disabled or removed bidder cannot be used; undefined for all others. Exact case. */
  disabledText(code: string): string | undefined;
  /** The params schema in Draft-4 form, of every bidder, as served at `/bidders/params`. */
  paramsSchema(code: string): object | undefined;
  /** Faults of `params` in the form `{field}: {text}`, joined as the validator prints them; empty when they are good. */
  paramsFaults(code: string, params: unknown): readonly string[];
}

/** Every bidder in this folder: the default exports of its files. Nothing lists them; a new file is found at the next start. */
export async function findDefinitions(folder: string = import.meta.dirname): Promise<BidderDefinition[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).sort();
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<{ default?: unknown }>));
  return modules.map((module) => module.default).filter(isDefinition);
}

const isDefinition = (value: unknown): value is BidderDefinition =>
  typeof value === 'object' && value !== null && 'code' in value && 'build' in value;
