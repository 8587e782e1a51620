/** Seats of the rows as hooks see them, and back. */
import type { HookResult, Payloads } from '#src/modules/hook.ts';
import type { Ext } from '#src/openrtb/ext.ts';

type Seats = Payloads['all_processed_bid_responses']['seats'];
interface RowSeat {
  readonly seat: string;
  readonly bids?: readonly (Ext & { type: string })[] | null;
}

export const toSeats = (rows: readonly RowSeat[] | null | undefined): Seats =>
  (rows ?? []).map(({ seat, bids }) => ({
    seat,
    currency: 'USD',
    bids: (bids ?? []).map(({ type, ...bid }) => ({
      bid,
      type,
      seat,
      bidder: seat,
      core: seat,
      originalPrice: bid['price'],
      originalCurrency: 'USD',
    })),
  })) as unknown as Seats;

export const fromSeats = (seats: Seats, { seatErrors = {} }: HookResult): unknown =>
  seats.map(({ seat, bids }) => ({ seat, bids: bids.map(({ bid, type }) => ({ ...bid, type })), errors: seatErrors[seat] }));

/** Tags in the Java variant's format. */
export const toJavaTags = ({ tags }: HookResult): unknown =>
  tags?.activities.map((activity) => ({
    ...activity,
    results: activity.results?.map(({ appliedto, ...result }) => {
      const { bidder, ...places } = appliedto ?? {};
      return { ...result, appliedto: bidder === undefined ? places : { ...places, bidders: [bidder] } };
    }),
  }));
