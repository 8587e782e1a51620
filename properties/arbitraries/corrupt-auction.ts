/** Complete auctions whose request or response has one corrupt field, and the ways in which they make the service fail. */
import { runAuction } from '#machines/run.ts';
import type { Auction, EndpointName, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import generic from '#src/bidders/adapters/generic.ts';
import { stages } from '#src/host/app.ts';
import { silentLog } from '#src/platform/log.ts';
import { createMemoryStore, type StoredDocuments } from '#src/stores/memory.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { toBuilder } from '#test/conformance/bidders/builder.ts';
import { aBidder, incoming } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';
import { type Path, pathsOf, withValueAt } from './request.ts';

export type Variant = 'go' | 'java';

/** JavaScript's messages about our own bugs, which must not reach callers. */
const BUG = /Cannot (read|convert|destructure|set)|is not (a function|iterable|a constructor)|\[object Object\]/;

/** One HTTP request to an auction endpoint, and the bodies of all bidder responses. */
export interface AuctionInput {
  readonly endpoint: EndpointName;
  readonly http: Partial<Incoming>;
  readonly response: string;
  /** Stored requests and imps. */
  readonly stored?: StoredDocuments;
}

export interface Ended {
  readonly auction: Auction;
  readonly errors: unknown[];
}

const HEADERS = {
  'sec-browsing-topics': '(1);v=chrome.1:1:2, ();p=P00000000',
  'user-agent': 'agent',
  referer: 'https://publisher.example/',
};

/** A complete auction with two bidders that respond with `response`, in virtual time. */
export const run = (variant: Variant, request: unknown, response: unknown): Ended =>
  runHttp(variant, {
    endpoint: 'auction',
    http: { body: Buffer.from(JSON.stringify(request)), headers: HEADERS },
    response: JSON.stringify(response),
  });

/** The same for any bytes of a request to any endpoint. */
export function runHttp(variant: Variant, { endpoint, http, response, stored = {} }: AuctionInput): Ended {
  const errors: unknown[] = [];
  const clock = new WoundClock();
  const services = testServices({
    clock,
    settings: {
      variant,
      account_defaults: { events: { enabled: true }, privacy: { privacysandbox: { topicsdomain: 'topics.example' } } },
      video: { max_imps: 100, max_copied_chars: 10_000 },
    },
    bidders: registryOf(
      ...['alpha', 'beta'].map((code) => aBidder(code, { adapter: generic.build(toBuilder({ name: code, endpoint: '' })) })),
    ),
    log: { ...silentLog, error: (fields) => errors.push(fields) },
    stored: createStoredData({ stores: () => [createMemoryStore(stored)], categories: [], dialect: dialects[variant].stores }),
    transport: new ScriptedTransport(clock, () => ({ response: { body: response } })),
  });
  let ended: Auction | undefined;
  const auction = newAuction(endpoint, incoming(http), services, (over) => {
    ended = over;
  });
  runAuction(auction, services, stages);
  for (let i = 0; i < 10 && !ended; i++) clock.wind(1000);
  return { auction, errors: ended ? errors : [...errors, 'no end'] };
}

/** A message of JavaScript about a bug of ours in what an auction reports. */
export const slipOf = ({ diagnostics }: Auction): string | undefined =>
  [diagnostics.errors, diagnostics.warnings].flatMap((all) => [...all.values()].flat()).find(({ message }) => BUG.test(message))?.message;

/** The corrupted fields that make the service fail, and how. */
export function failures(
  variant: 'go' | 'java',
  full: object,
  valuesAt: (index: number) => readonly unknown[],
  runWith: (corrupt: unknown) => Ended,
): string[] {
  const reported = new Set<string>();
  for (const [i, path] of (pathsOf(full) as Path[]).entries()) {
    for (const value of valuesAt(i)) {
      const { auction, errors } = runWith(withValueAt(full, path, value));
      const status = auction.clientResponse?.status ?? 0;
      const slip = slipOf(auction);
      if (slip !== undefined) reported.add(`${variant}: ${path.join('.')} = ${JSON.stringify(value)}: message "${slip}"`);
      if (errors.length > 0 || status < 200 || status > 503) {
        const [error] = errors as { err?: { stack?: string } }[];
        reported.add(
          `${variant}: ${path.join('.')} = ${JSON.stringify(value)}: ${status} ${error?.err?.stack?.split('\n').slice(0, 3).join(' ') ?? error}`,
        );
      }
    }
  }
  return [...reported];
}
