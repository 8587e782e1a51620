/** The bidders this host knows: definitions found in this folder, host settings applied, adapters built when first asked for. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ZodType } from 'zod';
import type { HostConfig } from '#src/config/schema.ts';
import type { Adapter, AdapterEnv, BidderDefinition, BidderFacts, Builder } from './bidder.ts';
import { withOverride } from './overrides.ts';
import { compileValidator, type Validator } from './params/faults.ts';
import { type Schema, toDraft4 } from './params/schema.ts';
import { removedText } from './removed.ts';

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
  /** A bidder by its code in any case, if it is enabled and may be named by a request. */
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

/** What of the host's settings the registry reads. */
export type RegistrySettings = Pick<HostConfig, 'adapters' | 'external_url' | 'datacenter'> & {
  readonly gdpr: { readonly host_vendor_id: number };
} & Partial<Pick<HostConfig, 'variant' | 'adapter_dialect'>>;

/** Every bidder in this folder: the default exports of its files. Nothing lists them; a new file is found at the next start. */
export async function findDefinitions(folder: string = import.meta.dirname): Promise<BidderDefinition[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).sort();
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href) as Promise<{ default?: unknown }>));
  return modules.map((module) => module.default).filter(isDefinition);
}

const isDefinition = (value: unknown): value is BidderDefinition =>
  typeof value === 'object' && value !== null && 'code' in value && 'build' in value;

/** Params of one definition, shared by its aliases: schema and validator are made when first asked for. */
class Params {
  readonly zod: ZodType;
  #schema: Schema | undefined;
  #validator: Validator | undefined;

  constructor(zod: ZodType) {
    this.zod = zod;
  }

  get schema(): Schema {
    this.#schema ??= toDraft4(this.zod);
    return this.#schema;
  }

  get validator(): Validator {
    this.#validator ??= compileValidator(this.schema);
    return this.#validator;
  }
}

/** A bidder whose adapter is built when it is first called: most hosts call few of those they know. */
class Bidder implements KnownBidder {
  readonly code: string;
  readonly facts: BidderFacts;
  readonly params: ZodType;
  readonly syncKey: string;
  readonly #build: () => Adapter;
  #adapter: Adapter | undefined;

  constructor(code: string, facts: BidderFacts, params: ZodType, build: () => Adapter) {
    this.code = code;
    this.facts = facts;
    this.params = params;
    this.syncKey = facts.userSync?.key ?? code;
    this.#build = build;
  }

  get adapter(): Adapter {
    this.#adapter ??= this.#build();
    return this.#adapter;
  }
}

/** Names that stand for something else where bidders are named. */
const RESERVED = new Set(['all', 'general']);

class Registry implements BidderRegistry {
  readonly all = new Map<string, Bidder>();
  readonly #byLowerCase = new Map<string, Bidder>();
  readonly #params = new Map<string, Params>();

  add(bidder: Bidder, params: Params): void {
    this.all.set(bidder.code, bidder);
    this.#byLowerCase.set(bidder.code.toLowerCase(), bidder);
    this.#params.set(bidder.code, params);
  }

  known(code: string): KnownBidder | undefined {
    return this.all.get(code) ?? this.#byLowerCase.get(code.toLowerCase());
  }

  active(code: string): KnownBidder | undefined {
    const bidder = this.known(code);
    return bidder?.facts.enabled && !bidder.facts.whiteLabelOnly ? bidder : undefined;
  }

  disabledText(code: string): string | undefined {
    const bidder = this.all.get(code);
    if (!bidder) return removedText(code);
    if (bidder.facts.whiteLabelOnly) return `Bidder "${code}" can only be aliased and cannot be used directly.`;
    if (bidder.facts.enabled) return undefined;
    return `Bidder "${code}" has been disabled on this instance of Prebid Server. Please work with the PBS host to enable this bidder again.`;
  }

  paramsSchema(code: string): object | undefined {
    return this.#params.get(this.known(code)?.code ?? code)?.schema;
  }

  paramsFaults(code: string, params: unknown): readonly string[] {
    return this.#params.get(this.known(code)?.code ?? code)?.validator(params) ?? [];
  }
}

/**
 * All definitions with the host's settings, their static aliases, and the aliases the host defines (`alias_of`).
 * @throws Error naming the key where a setting makes no sense (a start-up fault)
 */
export function makeRegistry(definitions: readonly BidderDefinition[], settings: RegistrySettings, env: AdapterEnv): BidderRegistry {
  const registry = new Registry();
  const byCode = new Map<string, { definition: BidderDefinition; params: Params }>();
  const add = (code: string, facts: BidderFacts, core: { definition: BidderDefinition; params: Params }): void => {
    if (RESERVED.has(code.toLowerCase()))
      throw new Error(`adapters.${code}: There is '${code}' bidder or alias configured which is unacceptable.`);
    const override = overrideOf(code, settings);
    const made = withOverride(facts, override);
    const build = (): Adapter => core.definition.build(builderOf(code, made, settings, env));
    const bidder = new Bidder(code, made, core.definition.params, build);
    if (override && made.enabled) mustBuild(bidder);
    registry.add(bidder, core.params);
    byCode.set(code, core);
  };
  for (const definition of definitions) {
    const core = { definition, params: new Params(definition.params) };
    add(definition.code, definition.facts, core);
    for (const [alias, facts] of Object.entries(definition.aliases)) add(alias, { ...definition.facts, ...facts }, core);
  }
  for (const [alias, { alias_of: name }] of Object.entries(settings.adapters)) {
    if (name === undefined || registry.known(alias)) continue;
    const core = byCode.get(registry.known(name)?.code ?? name);
    const facts = registry.known(name)?.facts;
    if (!core || !facts) throw new Error(`adapters.${alias}.alias_of: there is no bidder ${name}`);
    add(alias, { ...facts, aliasOf: name, gvlVendorId: undefined, userSync: facts.userSync && { key: facts.userSync.key ?? name } }, core);
  }
  for (const code of Object.keys(settings.adapters)) {
    if (!registry.known(code)) throw new Error(`adapters.${code}: there is no such bidder; a new name needs alias_of`);
  }
  return registry;
}

/** Builds what the host configured at once, so that a setting its adapter cannot work with is told at the start. */
function mustBuild(bidder: Bidder): void {
  try {
    void bidder.adapter;
  } catch (cause) {
    throw new Error(`adapters.${bidder.code}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const overrideOf = (code: string, { adapters }: RegistrySettings): HostConfig['adapters'][string] | undefined =>
  adapters[code] ?? adapters[Object.keys(adapters).find((name) => name.toLowerCase() === code.toLowerCase()) ?? ''];

const builderOf = (code: string, facts: BidderFacts, settings: RegistrySettings, env: AdapterEnv): Builder => ({
  name: code,
  endpoint: facts.endpoint,
  extraInfo: facts.extraInfo ?? '',
  platformId: facts.platformId ?? '',
  appSecret: facts.appSecret ?? '',
  xapi: facts.xapi ?? { username: '', password: '', tracker: '' },
  server: { externalUrl: settings.external_url, gvlId: settings.gdpr.host_vendor_id, dataCenter: settings.datacenter },
  dialect: settings.adapter_dialect ?? settings.variant,
  env,
});
