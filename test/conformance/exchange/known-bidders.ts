/** The bidder directory of the recorded hosts: every core bidder and alias with its capabilities (`directory.json`), adapters by case. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Adapter, BidderDefinition, BidderInfo, MediaType, Platform } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { generic } from '#src/bidders/errors.ts';
import { type BidderRegistry, makeRegistry } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { hostInfo } from '#test/helpers/auction.ts';

interface Entry {
  readonly site?: string;
  readonly app?: string;
  readonly dooh?: string;
  readonly aliasOf?: string;
  readonly version?: '2.5' | '2.6';
  readonly gpp?: 1;
  readonly multi?: 0;
  readonly vast?: 1;
  readonly whiteLabel?: 1;
  readonly gvl?: number;
  readonly key?: string;
  readonly gzip?: 1;
  readonly debug?: 0;
}

const directory = JSON.parse(readFileSync(join(import.meta.dirname, 'directory.json'), 'utf8')) as Record<string, Entry>;
const LETTERS: Readonly<Record<string, MediaType>> = { b: 'banner', v: 'video', a: 'audio', n: 'native' };

const real = new Map((await findDefinitions()).map((definition) => [definition.code, definition]));

function toInfo(entry: Entry): BidderInfo {
  const capabilities: { [P in Platform]?: MediaType[] } = {};
  for (const platform of ['site', 'app', 'dooh'] as const) {
    const letters = entry[platform];
    if (letters !== undefined) capabilities[platform] = [...letters].map((letter) => LETTERS[letter] ?? 'banner');
  }
  return hostInfo({
    endpoint: 'http://bidder.example',
    capabilities,
    aliasOf: entry.aliasOf,
    whiteLabelOnly: entry.whiteLabel === 1,
    gvlVendorId: entry.gvl,
    modifyingVastXmlAllowed: entry.vast === 1,
    debugAllowed: entry.debug !== 0,
    openrtb: { version: entry.version ?? '2.5', gppSupported: entry.gpp === 1, multiformatSupported: entry.multi !== 0 },
    userSync: entry.key === undefined ? undefined : { key: entry.key },
  });
}

/** A bidder that must not be called in this case. */
const silent: Adapter = {
  makeRequests: () => ({ calls: [], errors: [generic('this bidder is not mocked')] }),
  makeBids: () => ({ errors: [] }),
};

export interface KnownOptions {
  /** Adapter by code; absent: no bidder to call. */
  readonly adapters: Readonly<Record<string, Adapter>>;
  /** Validate params by the real schemas. */
  readonly realParams: boolean;
  readonly only?: readonly string[];
  readonly settings: Pick<HostConfig, 'adapters' | 'external_url' | 'datacenter' | 'gdpr' | 'rules'>;
  /** Changes single fields of the info. */
  readonly change?: (code: string, info: BidderInfo) => BidderInfo;
}

const env = { now: () => Date.now(), random: () => 10n, uuid: () => 'uuid', version: '' };

/** A registry of the complete directory, or of the named bidders. */
export function directoryRegistry({ adapters, realParams, only, settings, change }: KnownOptions): BidderRegistry {
  const codes = only ?? [...new Set([...Object.keys(directory), ...Object.keys(adapters)])];
  const definitions = codes.map((code): BidderDefinition => {
    const made = toInfo(directory[code] ?? { site: 'bvan', app: 'bvan', dooh: 'bvan', version: '2.6', gpp: 1 });
    const core = directory[code]?.aliasOf ?? code;
    const params = realParams ? real.get(core)?.params : undefined;
    return {
      code,
      info: change?.(code, made) ?? made,
      aliases: {},
      params: params ?? z.unknown(),
      build: () => adapters[code] ?? adapters[core] ?? silent,
    };
  });
  return makeRegistry(definitions, settings, env);
}

/** The adapters of auctor itself, by code; for hosts with real bidders. */
export const realDefinitions = (): ReadonlyMap<string, BidderDefinition> => real;
