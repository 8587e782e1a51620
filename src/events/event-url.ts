/** Addresses of this server's event endpoint. */
import { joined } from '#src/lang/flat.ts';
import { encodeComponent, queryEscape } from '#src/lang/percent.ts';

export interface EventAddress {
  readonly externalUrl: string;
  readonly type: 'win' | 'imp' | 'vast';
  /** Only with type `vast`. */
  readonly vtype?: string | undefined;
  readonly bidId: string;
  readonly accountId: string;
  readonly bidder?: string | undefined;
  /** `b` blank, `i` image. */
  readonly format?: string | undefined;
  readonly integration?: string | undefined;
  /** Epoch ms of the auction. */
  readonly timestamp?: number | undefined;
  /** `1` or `0`: whether analytics receives it; absent: it does. */
  readonly analytics?: string | undefined;
  readonly auctionId?: string | undefined;
}

/** Unescaped if the value is valid in a query, so that ids look the same on both sides; otherwise escaped. */
const plain = (text: string): string => (/^[\w.~:/@,;!$'()*=|{}-]*$/.test(text) ? text : encodeComponent(text));

/** The event's address in the Go variant's order: `t`, `b`, `a`, then the other set parameters, sorted by name. */
export const eventUrl = (event: EventAddress): string => joined(event.externalUrl, '/event?t=', event.type, eventTail(event));

/** The part after the type in `eventUrl`: the same for a bid's win and its impression. */
export function eventTail(event: Omit<EventAddress, 'type'>): string {
  let tail = bidAndAccount(event);
  if (event.bidder) tail += `&bidder=${queryEscape(event.bidder)}`;
  if (event.format) tail += `&f=${queryEscape(event.format)}`;
  if (event.integration) tail += `&int=${queryEscape(event.integration)}`;
  if (event.timestamp !== undefined) tail += `&ts=${event.timestamp}`;
  if (event.vtype) tail += `&vtype=${queryEscape(event.vtype)}`;
  if (event.analytics) tail += `&x=${queryEscape(event.analytics)}`;
  return tail;
}

/** The same in the Java variant's order, which includes the auction and always has `int`. */
export function eventUrlWithAuction(event: EventAddress): string {
  const ts = event.timestamp === undefined ? '' : `&ts=${event.timestamp}`;
  const bidder = event.bidder ? `&bidder=${plain(event.bidder)}` : '';
  const aid = event.auctionId ? `&aid=${plain(event.auctionId)}` : '';
  const format = event.format ? `&f=${event.format}` : '';
  const int = `&int=${plain(event.integration ?? '')}`;
  return joined(
    event.externalUrl,
    '/event?t=',
    event.type,
    bidAndAccount(event),
    aid,
    ts,
    bidder,
    format,
    int,
    event.analytics === '0' ? '&x=0' : '',
  );
}

const bidAndAccount = ({ bidId, accountId }: Pick<EventAddress, 'bidId' | 'accountId'>): string =>
  `&b=${plain(bidId)}&a=${plain(accountId)}`;
