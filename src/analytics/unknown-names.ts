/** Logs a sample of unknown module names in `ext.srv.analytics`. */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { isObject } from '#src/json/merge.ts';

/** An entry about analytics in general. */
const NO_MODULE = 'options';
/** Limit for names from callers, which must not fill the log. */
const MAX_NAMES = 10;
const MAX_LETTERS = 200;

/** Subscribes to auctions; undefined if logging is disabled. */
export function unknownNamesLog(
  names: ReadonlySet<string>,
  { config, random, log }: Pick<Services, 'config' | 'random' | 'log'>,
): ((auction: Auction) => void) | undefined {
  const { unknown_names_sampling_rate: rate = config.rules.sampleUnknownNames ? config.logging.sampling_rate : 0 } = config.analytics;
  if (rate === 0) return undefined;
  return ({ endpoint, request }) => {
    const given = endpoint === 'auction' ? request.ext?.srv?.analytics : undefined;
    if (!isObject(given)) return;
    const unknown = Object.keys(given).filter((name) => name !== NO_MODULE && !names.has(name));
    if (unknown.length === 0 || random.next() >= rate) return;
    const shown = unknown.slice(0, MAX_NAMES).join(', ').slice(0, MAX_LETTERS);
    const referrer = String(request.site?.page ?? null).slice(0, MAX_LETTERS);
    log.warn({}, `Unknown adapters in ext.srv.analytics[].adapter: [${shown}], referrer: '${referrer}'`);
  };
}
