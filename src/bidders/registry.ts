/** The host's bidders: definitions with the host's settings, and adapters built on first use. */

import { ConfigError } from '#src/config/config-error.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { type RegistrySettings, withDefaults } from './adapter-defaults.ts';
import type { Adapter, AdapterEnv, BidderDefinition, BidderInfo, BuildInput } from './bidder.ts';
import { isAddress } from './endpoint-address.ts';
import { withOverride } from './overrides.ts';
import { Params } from './params/params.ts';
import { removedMessage } from './removed.ts';
import { isReservedName } from './reserved.ts';

/** A callable bidder. */
export interface KnownBidder {
  readonly code: string;
  readonly info: BidderInfo;
  /** Built on first use; if that fails, an adapter that throws the reason. */
  readonly adapter: Adapter;
  /** Key of its entry in the `uids` cookie. */
  readonly syncKey: string;
}

export interface BidderRegistry {
  /** Every known bidder by its canonical code, including disabled ones. */
  readonly all: ReadonlyMap<string, KnownBidder>;
  /** A bidder by its code in any case, if it is enabled and a request may name it. */
  active(code: string): KnownBidder | undefined;
  /** A bidder by its code in any case, enabled or not. */
  known(code: string): KnownBidder | undefined;
  /** Why a disabled or removed bidder is unavailable; undefined for all others. Case-sensitive. */
  disabledMessage(code: string): string | undefined;
  /** The params schema in Draft-4 form, as served at `/bidders/params`. */
  paramsSchema(code: string): object | undefined;
  /** Errors of `params` in the form `{field}: {message}`; empty if they are valid. */
  paramsErrors(code: string, params: unknown): readonly string[];
}

/** A bidder whose first call loads and builds its adapter: most hosts call only a few of their bidders. */
class Bidder implements KnownBidder {
  readonly code: string;
  readonly info: BidderInfo;
  readonly syncKey: string;
  readonly #build: () => Adapter;
  #adapter: Adapter | undefined;

  constructor(code: string, info: BidderInfo, build: () => Adapter) {
    this.code = code;
    this.info = info;
    this.syncKey = info.userSync?.key ?? info.syncKey ?? code;
    this.#build = build;
  }

  get adapter(): Adapter {
    if (!this.#adapter) {
      try {
        this.build();
      } catch (cause) {
        this.#adapter = failing(cause);
      }
    }
    return this.#adapter as Adapter;
  }

  /** @throws Error if the module cannot be loaded or the host's settings are invalid */
  build(): void {
    this.#adapter = this.#build();
  }
}

/** Placeholder for an adapter that could not be built: its calls fail like those of an adapter that throws. */
function failing(cause: unknown): Adapter {
  const fail = (): never => {
    throw cause;
  };
  return { makeRequests: fail, makeBids: fail };
}

class Registry implements BidderRegistry {
  readonly all = new Map<string, Bidder>();
  /** Old names and their warnings. */
  readonly deprecated = new Map<string, string>();
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
    return bidder?.info.enabled && !bidder.info.whiteLabelOnly ? bidder : undefined;
  }

  disabledMessage(code: string): string | undefined {
    const bidder = this.all.get(code);
    if (!bidder) return this.deprecated.get(code) ?? removedMessage(code);
    if (bidder.info.whiteLabelOnly) return `Bidder "${code}" can only be aliased and cannot be used directly.`;
    if (bidder.info.enabled) return undefined;
    return `Bidder "${code}" has been disabled on this instance of auctor. Please work with the auctor host to enable this bidder again.`;
  }

  paramsSchema(code: string): object | undefined {
    return this.#params.get(this.known(code)?.code ?? code)?.schema;
  }

  paramsErrors(code: string, params: unknown): readonly string[] {
    return this.#params.get(this.known(code)?.code ?? code)?.validator(params) ?? [];
  }
}

interface Core {
  readonly definition: BidderDefinition;
  readonly params: Params;
}

/** Builds a registry, code by code. */
class Maker {
  readonly registry = new Registry();
  /** Invalid settings, one line each. */
  readonly errors: string[] = [];
  readonly #settings: RegistrySettings;
  readonly #env: AdapterEnv;
  readonly #cores = new Map<string, Core>();

  constructor(settings: RegistrySettings, env: AdapterEnv) {
    this.#settings = settings;
    this.#env = env;
  }

  /** A bidder and its static aliases. In the Java variant some bidders swap their code with an alias. */
  define(definition: BidderDefinition): void {
    const { code, javaCode } = definition;
    const own = { go: definition, java: definition.java ?? definition }[this.#settings.rules.adapterDialect];
    const { info, aliases } = own;
    const core = { definition, params: new Params(own, definition) };
    const head = this.#settings.rules.javaBidderCodes && javaCode && javaCode in aliases ? javaCode : code;
    this.#add(code, head === code ? info : { ...info, aliasOf: head }, core);
    for (const [alias, own] of Object.entries(aliases)) {
      this.#add(alias, { ...own, aliasOf: alias === head ? undefined : head }, core);
    }
  }

  /** An alias defined by the host; an existing code is reassigned to it. */
  alias(alias: string, name: string): void {
    const target = this.registry.known(name);
    const core = target && this.#cores.get(target.code);
    if (!target || !core) return void this.errors.push(`adapters.${alias}.alias_of: there is no bidder ${name}`);
    const known = this.registry.known(alias);
    if (known && this.#cores.get(known.code)?.definition === core.definition) return;
    const { info, code, syncKey } = target;
    const userSync = info.userSync && { key: syncKey };
    const shared = overrideOf(alias, this.#settings)?.usersync ? {} : { syncKey };
    this.#add(known?.code ?? alias, { ...info, ...shared, aliasOf: code, gvlVendorId: undefined, userSync }, core);
  }

  #add(code: string, info: BidderInfo, core: Core): void {
    if (isReservedName(code)) {
      this.errors.push(`adapters.${code}: There is '${code}' bidder or alias configured which is unacceptable.`);
      return;
    }
    const override = overrideOf(code, this.#settings);
    const made = withOverride({ ...info, ...withDefaults(info, this.#settings) }, override);
    const build = (): Adapter => core.definition.build(builderOf(code, made, this.#settings, this.#env));
    const bidder = new Bidder(code, made, build);
    // A code that the host reassigns to another bidder.
    const isOverridden = override?.alias_of !== undefined && info.aliasOf?.toLowerCase() !== override.alias_of.toLowerCase();
    if (override && made.enabled && !isOverridden) this.#check(bidder, override.endpoint);
    for (const old of override?.deprecated_names ?? [])
      this.registry.deprecated.set(old, `${old} has been deprecated and is no longer available. Use ${code} instead.`);
    this.registry.add(bidder, core.params);
    this.#cores.set(code, core);
  }

  /** Builds configured adapters immediately, so that invalid settings are reported at startup. */
  #check(bidder: Bidder, endpoint = ''): void {
    if (endpoint !== '' && !isAddress(endpoint)) this.errors.push(`adapters.${bidder.code}.endpoint: is no address: ${endpoint}`);
    try {
      bidder.build();
    } catch (cause) {
      this.errors.push(`adapters.${bidder.code}: ${errorMessage(cause)}`);
    }
  }
}

/**
 * All definitions with the host's settings, their static aliases, and the host's aliases (`alias_of`).
 * @throws ConfigError with the key of every invalid setting
 */
export function makeRegistry(definitions: readonly BidderDefinition[], settings: RegistrySettings, env: AdapterEnv): BidderRegistry {
  const maker = new Maker(settings, env);
  for (const definition of definitions) maker.define(definition);
  for (const [alias, { alias_of: name }] of Object.entries(settings.adapters)) if (name !== undefined) maker.alias(alias, name);
  for (const [code, { alias_of: name }] of Object.entries(settings.adapters)) {
    if (!maker.registry.known(code) && name === undefined)
      maker.errors.push(`adapters.${code}: there is no such bidder; a new name needs alias_of`);
  }
  if (maker.errors.length > 0) throw new ConfigError([...new Set(maker.errors)]);
  return maker.registry;
}

/** Codes of the callable bidders. */
export const enabledCodes = ({ all }: BidderRegistry): string[] =>
  [...all.values()].filter(({ info }) => info.enabled).map(({ code }) => code);

const overrideOf = (code: string, { adapters }: RegistrySettings): HostConfig['adapters'][string] | undefined =>
  adapters[code] ?? adapters[Object.keys(adapters).find((name) => name.toLowerCase() === code.toLowerCase()) ?? ''];

const builderOf = (code: string, info: BidderInfo, settings: RegistrySettings, env: AdapterEnv): BuildInput => ({
  name: code,
  endpoint: info.endpoint,
  extraInfo: info.extraInfo ?? '',
  platformId: info.platformId ?? '',
  appSecret: info.appSecret ?? '',
  xapi: info.xapi ?? { username: '', password: '', tracker: '' },
  server: { externalUrl: settings.external_url, gvlId: settings.gdpr.host_vendor_id, dataCenter: settings.datacenter },
  dialect: settings.rules.adapterDialect,
  env,
});
