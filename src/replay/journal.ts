/**
 * All inputs of one auction in order: enough to replay it without any external service. Domain code has only its services as inputs, so
 * their results are complete.
 */
import type { ClientResponse, EndpointName, Incoming } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Exchanged } from '#src/net/transport.ts';

/** A call of a service and its result: immediate, or by a later event. */
export interface RecordedInput {
  readonly of: string;
  readonly args: unknown;
  readonly value?: unknown;
  readonly later?: number;
}

/** External events in order of arrival. */
export type ExternalEvent =
  | { readonly timer: number }
  | { readonly response: number; readonly exchanged: Exchanged }
  | { readonly settled: number; readonly value: unknown };

/** Adapters' reads of time and randomness. */
export type AdapterReading = readonly ['now' | 'random' | 'uuid', number | string];

export interface Journal {
  readonly now: number[];
  readonly micros: number[];
  readonly randoms: number[];
  readonly uuids: string[];
  readonly bits: string[];
  readonly adapters: AdapterReading[];
  readonly inputs: RecordedInput[];
  readonly events: ExternalEvent[];
}

/** An empty journal. */
export const newJournal = (): Journal => ({ now: [], micros: [], randoms: [], uuids: [], bits: [], adapters: [], inputs: [], events: [] });

/** Version of recordings; others cannot be replayed. */
export const RECORDING_VERSION = 2;

/** The request, the services' results and the response; `body` is base64 if `packed`. */
export interface Recording {
  readonly v: typeof RECORDING_VERSION;
  readonly endpoint: EndpointName;
  readonly incoming: Omit<Incoming, 'body'> & { readonly body: string; readonly packed: boolean };
  /** The host's default request at that time. */
  readonly defaultRequest?: unknown;
  /** Address from which clients fetch cached bids. */
  readonly cacheAddress: Services['bidCache']['address'];
  readonly journal: Journal;
  readonly clientResponse?: ClientResponse | undefined;
  /** The client disconnected before the end. */
  readonly left: boolean;
  /** A privacy decision masked the request: debug output may differ if bidders received more. */
  readonly masked: boolean;
  /** The body was unparsable and is omitted: an unparsable body cannot be masked. */
  readonly unread: boolean;
}

/** Markers for values without a JSON form. */
const MAP = '$map';
const NONE = '$undefined';

/** A value as JSON: maps as their entries, undefined marked. Other data of services is plain. */
export function pack(value: unknown): unknown {
  if (value === undefined) return { [NONE]: true };
  if (value instanceof Map) return { [MAP]: [...value].map(([key, field]) => [key, pack(field)]) };
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== 'object' || value === null) return value;
  const packed: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) packed[name] = pack(field);
  return packed;
}

/** A value from its JSON: the inverse of `pack`. */
export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  if (NONE in value) return undefined;
  if (MAP in value) return new Map((value[MAP] as [unknown, unknown][]).map(([key, field]) => [key, unpack(field)]));
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, unpack(field)]));
}
