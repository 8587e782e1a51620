/** Events with plain names as a table, from which their JSON Schema and their Avro schema are generated (docs/ANALYTICS.md). */
import { ANALYTICS_KINDS } from '#src/config/sections/analytics-delivery.ts';
import type { AnalyticsKind } from './kinds.ts';

/** Version of the format: `v` of every event. A new optional field keeps it; a removed or changed one raises it. */
export const EVENT_VERSION = 1;

type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';

interface EventField {
  readonly name: string;
  readonly type: FieldType;
  /** Kinds of events that may have it. */
  readonly kinds: readonly AnalyticsKind[];
  readonly doc: string;
}

const AUCTIONS: readonly AnalyticsKind[] = ['auction', 'amp', 'video'];
const SYNCS: readonly AnalyticsKind[] = ['cookie_sync', 'setuid'];
const REQUIRED = new Set(['v', 'id', 'kind', 'at', 'account']);

const field = (kinds: readonly AnalyticsKind[], name: string, type: FieldType, doc: string): EventField => ({ name, type, kinds, doc });

const FIELDS: readonly EventField[] = [
  field(ANALYTICS_KINDS, 'v', 'integer', 'version of the format'),
  field(ANALYTICS_KINDS, 'id', 'string', 'id of the event, the same in every delivery'),
  field(ANALYTICS_KINDS, 'kind', 'string', 'kind of the event'),
  field(ANALYTICS_KINDS, 'at', 'integer', 'time, epoch ms'),
  field(ANALYTICS_KINDS, 'account', 'string', 'id of the account; empty: unknown'),
  field([...AUCTIONS, ...SYNCS], 'status', 'integer', 'HTTP status of the response'),
  field([...AUCTIONS, ...SYNCS], 'errors', 'array', 'errors of the request'),
  field(AUCTIONS, 'channel', 'string', 'channel of the request'),
  field(AUCTIONS, 'took_ms', 'number', 'duration of the auction, ms'),
  field(AUCTIONS, 'started_at', 'string', 'start of the auction, RFC 3339'),
  field(AUCTIONS, 'request', 'object', 'OpenRTB bid request'),
  field(AUCTIONS, 'response', 'object', 'OpenRTB bid response; null: none'),
  field(AUCTIONS, 'bidders', 'array', 'outcome of each bidder: bidder, outcome, ms, bids'),
  field(AUCTIONS, 'seatnonbid', 'array', 'rejected bids and failed bidders'),
  field(AUCTIONS, 'hooks', 'array', 'outcomes of module hooks'),
  field(AUCTIONS, 'stages', 'array', 'stages of the auction: stage, at_us, took_us'),
  field(['amp'], 'targeting', 'object', 'targeting of the AMP response'),
  field(['amp'], 'origin', 'string', 'origin of the AMP page'),
  field(['video'], 'video_request', 'object', 'request of /openrtb2/video'),
  field(['video'], 'video_response', 'object', 'its response'),
  field(['cookie_sync'], 'bidder_status', 'array', 'status of each bidder'),
  field(['setuid', 'notification'], 'bidder', 'string', 'bidder'),
  field(['setuid'], 'uid', 'string', 'uid'),
  field(['setuid'], 'success', 'boolean', 'the uid was stored'),
  field(['notification'], 'type', 'string', 'win, imp or vast'),
  field(['notification'], 'vtype', 'string', 'step of a video'),
  field(['notification'], 'bidid', 'string', 'id of the bid'),
  field(['notification'], 'timestamp', 'integer', 'start of the auction as in the call, epoch ms'),
  field(['notification'], 'integration', 'string', 'integration as in the call'),
  field(['notification'], 'auction', 'string', 'id of the auction as in the call'),
  field(['notification'], 'bid', 'object', 'the bid, if its auction is known'),
];

const jsonType = ({ name, type, doc, kinds }: EventField): object => {
  if (name === 'v') return { const: EVENT_VERSION, description: doc };
  return {
    type: REQUIRED.has(name) ? type : [type, 'null'],
    description: kinds.length < ANALYTICS_KINDS.length ? `${kinds}: ${doc}` : doc,
  };
};

/** JSON Schema (draft 2020-12) of one event: a line of NDJSON, an element of a POST, a record's value. */
export const jsonSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `An analytics event, version ${EVENT_VERSION}`,
  type: 'object',
  properties: {
    ...Object.fromEntries(FIELDS.map((each) => [each.name, jsonType(each)])),
    kind: { enum: [...ANALYTICS_KINDS], description: 'kind of the event' },
  },
  required: [...REQUIRED],
});

const AVRO: { readonly [type in FieldType]: string } = {
  string: 'string',
  integer: 'long',
  number: 'double',
  boolean: 'boolean',
  object: 'string',
  array: 'string',
};

const isJson = (type: FieldType): boolean => type === 'object' || type === 'array';

/** Avro schema of the same event: objects and arrays are strings of JSON, absent fields null. */
export const avroSchema = () => ({
  type: 'record' as const,
  name: 'Event',
  namespace: `auctor.analytics.v${EVENT_VERSION}`,
  fields: FIELDS.map(({ name, type, doc }) => {
    const common = { name, doc: isJson(type) ? `${doc} (JSON)` : doc };
    return REQUIRED.has(name) ? { ...common, type: AVRO[type] } : { ...common, type: ['null', AVRO[type]], default: null };
  }),
});
