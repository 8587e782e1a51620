/**
 * What one auction heard from the world, in order: enough to run it again with nobody there. Domain code asks the world only
 * through its services, so what they answered is all there is.
 */
import type { Entry, Incoming, Reply } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Exchanged } from '#src/outside/http.ts';

/** Something asked, and the answer: at once, or by the event that settles it. */
export interface Ask {
  readonly of: string;
  readonly args: unknown;
  readonly gave?: unknown;
  readonly later?: number;
}

/** What came from outside, in the order it came. */
export type Happening =
  | { readonly timer: number }
  | { readonly answer: number; readonly exchanged: Exchanged }
  | { readonly settled: number; readonly gave: unknown };

/** What adapters read of time and chance. */
export type AdapterReading = readonly ['now' | 'random' | 'uuid', number | string];

export interface Journal {
  readonly now: number[];
  readonly micros: number[];
  readonly chances: number[];
  readonly uuids: string[];
  readonly bits: string[];
  readonly adapters: AdapterReading[];
  readonly asks: Ask[];
  readonly events: Happening[];
}

export const newJournal = (): Journal => ({ now: [], micros: [], chances: [], uuids: [], bits: [], adapters: [], asks: [], events: [] });

/** The request, the world's answers and the reply; `body` is base64 where `packed`. */
export interface Recording {
  readonly v: 1;
  readonly entry: Entry;
  readonly incoming: Omit<Incoming, 'body'> & { readonly body: string; readonly packed: boolean };
  /** What the host lays under every request, as it stood then. */
  readonly defaultRequest?: unknown;
  /** Where clients fetch cached bids from. */
  readonly cacheAddress: Services['bidCache']['address'];
  readonly journal: Journal;
  readonly reply?: Reply | undefined;
  /** The client hung up before the end. */
  readonly left: boolean;
  /** Something was cut from the request by a privacy decision: debug output may differ where bidders were called with more. */
  readonly masked: boolean;
  /** The body could not be read, and is not here: what cannot be read cannot be cut. */
  readonly unread: boolean;
}

/** Marks of what JSON has no form for. */
const MAP = '$map';
const NOTHING = '$undefined';

/** A value as JSON: maps as their entries, undefined kept. Data of services is plain otherwise. */
export function pack(value: unknown): unknown {
  if (value === undefined) return { [NOTHING]: true };
  if (value instanceof Map) return { [MAP]: [...value].map(([key, member]) => [key, pack(member)]) };
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== 'object' || value === null) return value;
  const packed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) if (member !== undefined) packed[name] = pack(member);
  return packed;
}

export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  if (NOTHING in value) return undefined;
  if (MAP in value) return new Map((value[MAP] as [unknown, unknown][]).map(([key, member]) => [key, unpack(member)]));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unpack(member)]));
}
