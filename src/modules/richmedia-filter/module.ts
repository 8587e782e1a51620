/** Removes bids whose markup loads a rich-media script that the publisher's pages cannot run. */
import { NON_BID } from '#src/auction/non-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toFlag } from '../account-settings.ts';
import type { TagResult } from '../analytics-tags.ts';
import type { HookResult, ModuleDefinition, Payloads } from '../hook.ts';

type Seats = Payloads['all_processed_bid_responses']['seats'];

interface Filter {
  readonly enabled: boolean;
  /** Plain text searched in markup; undefined: disabled. */
  readonly script: string | undefined;
}

const flagOf = (value: unknown): boolean | undefined => {
  const flag = toFlag(value);
  return typeof flag === 'boolean' ? flag : undefined;
};

const either = (settings: Ext, kebab: string): unknown => settings[kebab] ?? settings[kebab.replaceAll('-', '_')];

/** The settings' filter; undefined if one of the two fields is missing or of another type. */
function filterOf(settings: Ext): Filter | undefined {
  const enabled = flagOf(either(settings, 'filter-mraid'));
  const script = either(settings, 'mraid-script-pattern');
  return enabled === undefined || typeof script !== 'string' ? undefined : { enabled, script };
}

const hostFilter = (settings: Ext): Filter => {
  const script = either(settings, 'mraid-script-pattern');
  return { enabled: flagOf(either(settings, 'filter-mraid')) ?? false, script: typeof script === 'string' ? script : undefined };
};

/** Removes the bids of one seat that load the script. @returns the removed bids */
function filterSeat(seat: Seats[number], script: string): Seats[number]['bids'] {
  const removed = seat.bids.filter(({ bid }) => bid.adm?.includes(script));
  if (removed.length > 0) seat.bids = seat.bids.filter((bid) => !removed.includes(bid));
  return removed;
}

/** Rejections, errors and tags are by bidder, whatever seats its bids are in. */
function filterSeats(seats: Seats, script: string): HookResult | undefined {
  const removed = Map.groupBy(
    seats.flatMap((seat) => filterSeat(seat, script)),
    ({ bidder }) => bidder,
  );
  if (removed.size === 0) return undefined;
  const results: TagResult[] = [];
  const rejections: { [bidder: string]: { impId: string; bidId: string; reason: number }[] } = {};
  const seatErrors: { [bidder: string]: { code: number; message: string; impIds: string[] }[] } = {};
  for (const [bidder, bids] of removed) {
    const impids = bids.map(({ bid }) => bid.impid);
    results.push({ status: 'success-block', values: { 'richmedia-format': 'mraid' }, appliedto: { bidder, impids } });
    rejections[bidder] = bids.map(({ bid }) => ({ impId: bid.impid, bidId: bid.id, reason: NON_BID.creative }));
    seatErrors[bidder] = [{ code: CODES.invalidBid, message: 'Invalid bid', impIds: [...new Set(impids)] }];
  }
  return { tags: { activities: [{ name: 'reject-richmedia', status: 'success', results }] }, rejections, seatErrors };
}

const module: ModuleDefinition = {
  code: 'auctor.richmediafilter',
  aliases: ['pb-richmedia-filter'],
  checkAccount(account) {
    const isSet = ['filter-mraid', 'mraid-script-pattern'].some((key) => (either(account, key) ?? null) !== null);
    if (isSet && !filterOf(account))
      throw new Error('the settings of the host apply: filter-mraid (boolean) and mraid-script-pattern (string) are both needed');
  },
  start(settings) {
    const host = hostFilter(settings);
    return {
      hooks: {
        all_processed_bid_responses: ({ seats }, { settings: account }) => {
          const { enabled, script } = filterOf(account) ?? host;
          return enabled && script !== undefined ? filterSeats(seats, script) : undefined;
        },
      },
    };
  },
};

export default module;
