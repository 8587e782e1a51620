/** Ad quality: submits all bids to the vendor's scan and removes those it reports. */
import { denormaliseExt } from '#src/openrtb/rename.ts';
import type { HookContext, HookResult, ModuleDefinition, ModuleEnv, Payloads } from '../hook.ts';
import { applyScan, type BidderBids } from './remove-bids.ts';
import { Scanner } from './scanner.ts';
import { retryDelay, type ScanSettings, scanSettings } from './settings.ts';

type AllBids = Payloads['all_processed_bid_responses'];

/** Name of the component in activity rules. */
const COMPONENT = 'confiant-ad-quality';

/** The JSON text the vendor's function receives; the user's data and ids are always masked. */
function scanData(scanned: readonly BidderBids[], { requestFor, extKey }: Pick<HookContext, 'requestFor' | 'extKey'>): string {
  const breq = requestFor(COMPONENT, ['transmitUfpd', 'transmitEids']);
  const cur = breq.cur?.[0];
  const bresps = scanned.map(({ bidder, bids }) => ({
    bidresponse: denormaliseExt({ id: breq.id, cur, seatbid: [{ bid: bids.map(({ bid }) => bid) }] }, extKey),
    dsp_id: bidder,
  }));
  return JSON.stringify({ breq: denormaliseExt(breq, extKey), bresps });
}

/** The bids of each bidder, whatever seats they are in. */
const byBidder = ({ seats }: AllBids): BidderBids[] =>
  [
    ...Map.groupBy(
      seats.flatMap(({ bids }) => bids),
      ({ bidder }) => bidder,
    ),
  ].map(([bidder, bids]) => ({ bidder, bids }));

/** The hook; `scanner` decides whether anything is scanned. */
export const scanHook =
  (scanner: Pick<Scanner, 'isReady' | 'submit'>, excluded: readonly string[]) =>
  async (payload: AllBids, context: HookContext): Promise<HookResult | undefined> => {
    const all = byBidder(payload);
    const scanned = all.filter(({ bidder }) => !excluded.includes(bidder));
    const skipped = all.filter(({ bidder }) => excluded.includes(bidder));
    const empty = { seats: [], debug: [] };
    if (!scanner.isReady || scanned.length === 0) return applyScan(payload, scanned, skipped, empty);
    const response = (await scanner.submit(scanData(scanned, context))) ?? empty;
    return applyScan(payload, scanned, skipped, context.debug ? response : { ...response, debug: [] });
  };

async function openScanner(settings: ScanSettings, { clock, log, connectScripts }: ModuleEnv): Promise<Scanner> {
  const { 'redis-config': nodes, 'redis-retry-config': retry } = settings;
  const delays = { retryDelay: (attempt: number) => retryDelay(attempt, retry) };
  const write = await connectScripts({ ...nodes['write-node'], ...delays });
  const read = await connectScripts({ ...nodes['read-node'], ...delays });
  const options = { read, write, apiKey: settings['api-key'], checkEveryMs: settings['scan-state-check-interval'], clock, log };
  return new Scanner(options);
}

const module: ModuleDefinition = {
  code: 'confiant.adquality',
  aliases: [COMPONENT],
  check: (settings) => void scanSettings(settings),
  async start(settings, env) {
    const read = scanSettings(settings);
    const scanner = await openScanner(read, env);
    void scanner.start();
    return {
      hooks: { all_processed_bid_responses: scanHook(scanner, read['bidders-to-exclude-from-scan'] ?? []) },
      close: () => scanner.close(),
    };
  },
};

export default module;
