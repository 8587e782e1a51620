/** What a client of a tap requests: in the query of its connection, or in a message. */
import { machines } from '#machines/all.ts';
import { parseJson } from '#src/json/parse.ts';
import type { Result } from '#src/lang/result.ts';
import { type Format, lines } from '#src/taps/format.ts';
import { clientMessage } from '#src/taps/messages.ts';
import { type Subscription, subscriptionSchema } from '#src/taps/subscription.ts';
import { statelyFormat } from './stately.ts';

const FORMATS: ReadonlyMap<string, () => Format> = new Map([
  ['lines', () => lines],
  ['stately', statelyFormat],
]);

/** Parameters of a connection: other ones are errors, since a misspelt filter would select more than its client wants. */
const PARAMETERS = [...Object.keys(subscriptionSchema.shape), 'kind', 'format', 'token'];

/** States that an event may name: any other one would select nothing. */
const STATES = [...Object.keys(machines['auction']?.states ?? {}), ...Object.keys(machines['video-pod']?.states ?? {})].filter(
  (name, index, all) => name !== 'idle' && !name.endsWith('Waits') && all.indexOf(name) === index,
);

const stateError = ({ state }: Partial<Subscription>): string | undefined =>
  state === undefined || STATES.includes(state) ? undefined : `state must be one of ${STATES.join(', ')}`;

/** The settings in the query of a connection. */
export interface TapRequest {
  readonly format: Format;
  /** Absent: the client sends its subscription as a message. */
  readonly wanted: Subscription | undefined;
}

const FLAGS: Readonly<Record<string, boolean>> = { 1: true, true: true, 0: false, false: false };

/** A flag; other texts are left to the check of the subscription, which names them. */
const flag = (text: string | null): boolean | string | undefined => (text === null ? undefined : (FLAGS[text] ?? text));

const toNumber = (text: string | null | undefined): number | undefined => (text === null || text === undefined ? undefined : Number(text));

/** The subscription in a query; an error if it is invalid. */
export function readTapRequest(query: URLSearchParams): Result<TapRequest> {
  const unknown = [...query.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return { error: `unknown parameter ${JSON.stringify(unknown.slice(0, 50))}\n` };
  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return { error: `parameter ${JSON.stringify(repeated)} is repeated\n` };
  const format = FORMATS.get(query.get('format') ?? 'lines')?.();
  if (!format) return { error: `format must be one of ${[...FORMATS.keys()].join(', ')}\n` };
  const [auction, sample, minMs] = ['auction', 'sample', 'min_ms'].map((name) => query.get(name));
  const kinds = query.get('kinds') ?? query.get('kind');
  const parameters = {
    kinds: format !== lines ? ['transition'] : kinds?.split(','),
    account: query.get('account') ?? undefined,
    bidder: query.get('bidder') ?? undefined,
    auction: auction && /^\d{1,15}$/.test(auction) ? Number(auction) : (auction ?? undefined),
    outcome: query.get('outcome') ?? undefined,
    state: query.get('state') ?? undefined,
    min_ms: toNumber(minMs),
    find: query.get('find') ?? undefined,
    sample: toNumber(sample),
    bodies: flag(query.get('bodies')),
    recording: flag(query.get('recording')),
  };
  if (Object.values(parameters).every((value) => value === undefined)) return { value: { format, wanted: undefined } };
  const read = subscriptionSchema.safeParse(parameters);
  const error = read.success ? stateError(read.data) : errorsOf(read.error.issues);
  return read.success && error === undefined ? { value: { format, wanted: read.data } } : { error: `${error}\n` };
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

const errorsOf = (issues: Issues): string =>
  issues.map(({ path, message: text }) => `${path.map(String).join('.') || 'message'}: ${text}`).join('; ');

/** A client's message, or why it is invalid. */
export function readMessage(json: string): Result<ReturnType<typeof clientMessage.parse>> {
  const value = parseJson(json);
  if (value === undefined) return { error: 'message: not JSON' };
  const read = clientMessage.safeParse(value);
  if (!read.success) return { error: errorsOf(read.error.issues) };
  const error = read.data.type === 'subscribe' ? stateError(read.data) : undefined;
  return error === undefined ? { value: read.data } : { error };
}
