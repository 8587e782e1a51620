/** Names in `ext.srv.analytics` that no module here goes by, logged now and then (info-admin-analytics.md 13). */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { isObject } from '#src/wire/merge.ts';

/** An entry that is about analytics as a whole. */
const NO_MODULE = 'options';
/** What callers make up must not fill the log. */
const MOST_NAMES = 10;
const MOST_LETTERS = 200;

/** Listens to auctions; undefined where nothing is to be logged. */
export function unknownNamesLog(
  names: ReadonlySet<string>,
  { config, random, log }: Pick<Services, 'config' | 'random' | 'log'>,
): ((auction: Auction) => void) | undefined {
  const { unknown_names_sampling_rate: rate = config.variant === 'java' ? config.logging.sampling_rate : 0 } = config.analytics;
  if (rate === 0) return undefined;
  return ({ entry, request }) => {
    const given = entry === 'auction' ? request.ext?.srv?.analytics : undefined;
    if (!isObject(given)) return;
    const unknown = Object.keys(given).filter((name) => name !== NO_MODULE && !names.has(name));
    if (unknown.length === 0 || random.next() >= rate) return;
    const shown = unknown.slice(0, MOST_NAMES).join(', ').slice(0, MOST_LETTERS);
    const referrer = String(request.site?.page ?? null).slice(0, MOST_LETTERS);
    log.warn({}, `Unknown adapters in ext.srv.analytics[].adapter: [${shown}], referrer: '${referrer}'`);
  };
}
