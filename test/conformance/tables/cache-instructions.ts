import { cacheInstructions, returnsCreatives } from '#src/auction/enrich/cache-instructions.ts';
import { preferredMediaType } from '#src/auction/fan-out/multi-format.ts';
import { cacheUrl } from '#src/cache/address.ts';
import type { Account } from '#src/config/account.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly cache: RequestSrv['cache'] | null;
  readonly controls: RequestSrv['biddercontrols'] | null;
  readonly account: Partial<Account> | null;
  readonly bidders: readonly string[] | null;
  readonly singleFormat: readonly string[] | null;
  readonly returnCreative: boolean | null;
  readonly adm: string | null;
  readonly scheme?: string;
  readonly host?: string;
  readonly path?: string;
  readonly bid?: unknown;
  readonly cacheIds?: CacheIds;
  readonly vastCacheIds?: CacheIds;
}

/** Ids of cached bids. */
type CacheIds = readonly { readonly bid: unknown; readonly id: string }[] | null;

const idOf = (bid: unknown, ids: CacheIds | undefined): string | undefined =>
  ids?.find((one) => JSON.stringify(one.bid) === JSON.stringify(bid))?.id;

const OPS: { readonly [op: string]: (input: Input) => Record<string, unknown> } = {
  flags({ cache }) {
    const made = cacheInstructions(cache, true, false);
    return { cacheBids: made.bids, cacheVAST: made.vast, returnCreative: returnsCreatives(made) };
  },
  info({ scheme = '', host = '', path = '', bid, cacheIds, vastCacheIds }) {
    const id = idOf(bid, cacheIds) ?? idOf(bid, vastCacheIds) ?? '';
    return { found: id !== '', id, url: id === '' ? '' : cacheUrl({ scheme, host, path }, id) };
  },
  creative({ returnCreative, adm }) {
    const caching = cacheInstructions({ bids: { returnCreative: returnCreative ?? false } }, true, false);
    return { adm: dialects.go.response.includesCreative({ cacheId: 'cached' }, caching) ? adm : '' };
  },
  'preferred-type'({ controls, account, bidders, singleFormat }) {
    if (!singleFormat || singleFormat.length === 0) return {};
    const considered = (bidders ?? []).filter((bidder) => singleFormat.includes(bidder));
    const reported = considered.map((bidder) => [bidder, preferredMediaType(controls, account?.preferredmediatype, bidder)] as const);
    return { types: Object.fromEntries(reported.filter(([, type]) => type !== undefined)) };
  },
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return OPS[input.op]?.(input) ?? {};
}
