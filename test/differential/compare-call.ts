/** One call sent to both hosts, and everything comparable of what came of it. */
import type { HttpCall } from './calls.ts';
import { type Difference, differences } from './differences.ts';
import { normalised, parsed } from './normalise.ts';
import type { RecordedCall, Recorder, Side } from './recorder.ts';

export interface Hosts {
  readonly recorder: Recorder;
  /** Origins without a trailing slash. */
  readonly origins: Readonly<Record<Side, string>>;
}

/** ms until a host that does not respond counts as failed. */
const PATIENCE_MS = 60_000;

/**
 * Sends `call` to both hosts at once and compares status, response and the calls to bidders.
 * @throws if a host does not respond
 */
export async function compareCall({ recorder, origins }: Hosts, call: HttpCall): Promise<Difference[]> {
  const [ours, theirs] = await Promise.all([send(origins.ours, call), send(origins.peer, call)]);
  const calls = differences(byBidder(recorder.take('ours')), byBidder(recorder.take('peer')));
  // With another status everything else differs as a consequence.
  if (ours.status !== theirs.status) return [{ path: [call.path, 'status'], kind: 'value', ours: summary(ours), theirs: summary(theirs) }];
  const made = differences(ours.body, theirs.body);
  const named = (area: string) => (one: Difference) => ({ ...one, path: [call.path, area, ...one.path] });
  return [...made.map(named('response')), ...calls.map(named('calls'))];
}

interface Received {
  readonly status: number;
  readonly body: unknown;
}

/** Status and error message. */
const summary = ({ status, body }: Received): string => (typeof body === 'string' ? `${status} ${body}` : String(status));

async function send(origin: string, { method, path, query, headers, body }: HttpCall): Promise<Received> {
  const url = `${origin}${path}${query === undefined ? '' : `?${query}`}`;
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, signal, ...init });
  return { status: response.status, body: normalised(parsed(await response.text())) };
}

/** Bodies by bidder, each list in an order of its own: calls of one auction leave in any order. */
function byBidder(calls: readonly RecordedCall[]): object {
  const groups: { [bidder: string]: unknown[] } = {};
  for (const { bidder, method, query, body } of calls) {
    groups[bidder] ??= [];
    groups[bidder].push(normalised({ method, query, body }));
  }
  for (const group of Object.values(groups)) group.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return groups;
}
