/** Bids with event URLs in the Java variant. */
import type { Auction } from '#src/auction/auction.ts';
import type { EventRules } from '#src/auction/target/event-rules.ts';

/** Request types whose bids have event URLs by default. */
const REQUEST_TYPES_WITH: ReadonlySet<string> = new Set(['amp', 'app']);

/** The request type in a channel: `pbjs` is the old name of `web`. */
const requestTypeOf = (name: string): string => (name.toLowerCase() === 'pbjs' ? 'web' : name.toLowerCase());

/** The account must allow events; then the request decides, otherwise the account's setting for the request type. */
function hasUrls({ account, request, requestType }: Auction): boolean {
  const srv = request.ext?.srv;
  if (!account.events.enabled) return false;
  if (typeof srv?.events === 'object' && srv.events !== null) return (srv.events as { enabled?: unknown }).enabled !== false;
  const given = srv?.channel?.name;
  const name = requestTypeOf(typeof given === 'string' && given !== '' ? given : requestType);
  const configured = Object.entries(account.analytics.auction_events).filter(([key]) => requestTypeOf(key) === name);
  // The new name takes precedence.
  const [, isOn] = configured.find(([key]) => key.toLowerCase() === name) ?? configured[0] ?? [];
  return isOn ?? REQUEST_TYPES_WITH.has(name);
}

export const events = (auction: Auction): EventRules => ({
  urls: hasUrls(auction),
  withAuction: true,
  vast: auction.account.events.enabled,
});
