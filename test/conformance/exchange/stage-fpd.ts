/** Stages `fpd-…`: first-party data parsed, removed and resolved. */

import { readBidderConfig } from '#src/auction/enrich/fpd/bidder-config.ts';
import type { GlobalData } from '#src/auction/enrich/fpd/global-data.ts';
import { type FpdSettings, resolveFpd } from '#src/auction/enrich/fpd/resolve.ts';
import { extractFpd } from '#src/auction/enrich/fpd.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { BidderConfig, Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { bind } from '../bidders/binding.ts';
import { firstDifference } from '../compare.ts';
import type { Case } from './case.ts';
import { ortbDifference, wording } from './equality.ts';
import { directoryRegistry } from './known-bidders.ts';

const registry = directoryRegistry({ adapters: {}, realParams: false, settings: hostSchema.parse({}) });
const normalise = (name: string): string => registry.known(name)?.code ?? name;

/** The data binding is applied to both sides: fields the model lacks are not compared. */
const SHAPE = { site: 'Site', app: 'App', user: 'User', device: 'Device' } as const;
const PARTS = ['site', 'app', 'user', 'device'] as const;

function errorsDifference(wanted: unknown, made: readonly string[]): string | undefined {
  return firstDifference([...(wanted as string[])].sort(), [...made].sort(), { special: wording }, 'errors');
}

/** The recorded test compares an object only if the expectation has its `ext`; otherwise only its named fields. */
function resolvedDifference(wanted: Record<string, Ext | null>, made: ReadonlyMap<string, object>): string | undefined {
  const found = firstDifference(Object.keys(wanted).sort(), [...made.keys()].sort(), {}, 'bidders');
  if (found) return found;
  for (const [bidder, objects] of Object.entries(wanted)) {
    const mine = made.get(bidder) as Record<string, unknown>;
    for (const part of PARTS) {
      if (objects?.[part] === undefined || objects[part] === null) continue;
      // The complete object if the expectation has an `ext`, else its named fields, as in the recorded test.
      const superset = !('ext' in (objects[part] as object));
      const differs = ortbDifference(bind(SHAPE[part], objects[part]), bind(SHAPE[part], mine[part]), { superset });
      if (differs) return `${bidder}.${part} ${differs}`;
    }
  }
  return undefined;
}

function runExtract({ request, expect }: Case): string | undefined {
  const body = structuredClone(request.body ?? {}) as unknown as BidRequest;
  const { fpd, errors } = extractFpd(body, normalise, dialects.go.fpd.rules(true));
  if (Array.isArray(expect['errors'])) return errorsDifference(expect['errors'], errors);
  const found = resolvedDifference((expect['resolved'] ?? {}) as Record<string, Ext>, fpd);
  if (found) return found;
  const wanted = (expect['request'] ?? {}) as Ext;
  for (const part of ['site', 'app', 'user'] as const) {
    const differs = part in wanted ? ortbDifference(bind(SHAPE[part], wanted[part]), bind(SHAPE[part], body[part])) : undefined;
    if (differs) return differs;
  }
  return undefined;
}

function runBidderConfig({ request, expect }: Case): string | undefined {
  const { bidderconfig } = (request['srvExt'] ?? {}) as { bidderconfig?: BidderConfig[] };
  const { configs, error } = readBidderConfig(bidderconfig, normalise, 'reject');
  if (Array.isArray(expect['errors'])) return errorsDifference(expect['errors'], error === undefined ? [] : [error]);
  for (const [bidder, wanted] of Object.entries((expect['bidderConfigs'] ?? {}) as Record<string, unknown>)) {
    const found = firstDifference(wanted, configs.get(bidder), {}, bidder);
    if (found) return found;
  }
  return undefined;
}

/** `globalData` in the format of a case: `{site: {data}, user: {data}, …}` or the data arrays by name. */
function globalOf(given: unknown): GlobalData {
  const data = (given ?? {}) as Ext;
  const part = (name: string): unknown => {
    const value = data[name] as Ext | undefined;
    return value?.['data'] ?? value;
  };
  return {
    site: part('site'),
    app: part('app'),
    user: part('user'),
    userData: data['userData'] as GlobalData['userData'],
    siteContentData: data['siteContentData'] as GlobalData['siteContentData'],
    appContentData: data['appContentData'] as GlobalData['appContentData'],
  };
}

function runResolve({ request, expect }: Case): string | undefined {
  const body = structuredClone(request.body ?? {}) as unknown as BidRequest;
  const configs = new Map(Object.entries((request['bidderConfigs'] ?? {}) as Record<string, Ext>)) as FpdSettings['configs'];
  const bidders = request['biddersWithGlobalData'] as string[] | undefined;
  const data: FpdSettings = { configs, global: globalOf(request['globalData']), bidders };
  const { fpd, errors } = resolveFpd(body, data, { inventory: 'given', hasWildcard: false });
  if (Array.isArray(expect['errors'])) return errorsDifference(expect['errors'], errors);
  const changed = firstDifference(request.body ?? {}, body, {}, 'input');
  return changed ?? resolvedDifference((expect['resolved'] ?? {}) as Record<string, Ext>, fpd);
}

export async function runFpd(one: Case): Promise<string | undefined> {
  if (one.request.stage === 'fpd-extract') return runExtract(one);
  return one.request.stage === 'fpd-bidder-config' ? runBidderConfig(one) : runResolve(one);
}
