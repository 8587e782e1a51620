/**
 * Steps of auctions in the inspection protocol of Stately's tools, for live drawing in their inspector: an actor when an auction starts,
 * then an event and a snapshot per step. Each protocol message is one WebSocket message, as those tools expect.
 */
import type { AnyStateMachine } from 'xstate';
import { machines } from '#machines/all.ts';
import type { Entry } from '#src/taps/entry.ts';
import type { Format } from '#src/taps/format.ts';
import type { TransitionData } from '#src/taps/schemas.ts';
import { toChart } from './charts.ts';

/** Version of the protocol. */
const VERSION = '0.4.0';

const definitions = new Map<string, string>();

/** A machine's configuration as JSON; functions become their names. */
function definitionOf(id: string): string | undefined {
  let text = definitions.get(id);
  if (text === undefined) {
    const machine = Object.values(machines).find((one) => one.id === id);
    if (!machine) return undefined;
    text = JSON.stringify(machine.config, (_name, value: unknown) => (typeof value === 'function' ? { type: value.name } : value));
    definitions.set(id, text);
  }
  return text;
}

const finals = new Set(
  Object.values(machines as Readonly<Record<string, AnyStateMachine>>).flatMap((machine) =>
    toChart(machine).nodes.flatMap(({ id, kind }) => (kind === 'final' ? [id] : [])),
  ),
);

/** The state of an id: `auction.enrich` as `enrich`, a nested one as `{ outer: 'inner' }`. */
function stateValue(id: string): unknown {
  const [, ...names] = id.split('.');
  return names.reduceRight<unknown>((nested, name) => (nested === undefined ? name : { [name]: nested }), undefined) ?? '';
}

/** Actors announced at a time: auctions in flight, and those whose end was dropped. */
const MAX_ACTORS = 10_000;

/** @param actors ids of the announced actors that have not ended: the steps of others are left out, since inspectors do not know them */
function messagesOf({ seq, at, worker, auction, request, account, messages: strings }: Entry, actors: Set<string>): object[] {
  const { from, to, on } = JSON.parse(strings.plain) as TransitionData;
  const [machine = ''] = to.split('.');
  const sessionId = `${machine}:${worker === undefined ? '' : `${worker}.`}${auction}`;
  if (from.endsWith('.idle')) actors.add(sessionId);
  if (!actors.has(sessionId)) return [];
  if (finals.has(to)) actors.delete(sessionId);
  const common = { sessionId, rootId: sessionId, createdAt: String(at), id: String(seq), _version: VERSION };
  const event = { type: on };
  const context = { request, account };
  const snapshot = { status: finals.has(to) ? 'done' : 'active', value: stateValue(to), context };
  const messages: object[] = [];
  if (from.endsWith('.idle')) {
    const first = { status: 'active', value: 'idle', context };
    messages.push({ type: '@xstate.actor', ...common, name: sessionId, definition: definitionOf(machine), snapshot: first });
  }
  messages.push({ type: '@xstate.event', ...common, event }, { type: '@xstate.snapshot', ...common, event, snapshot });
  return messages;
}

let formats = 0;

/** A client's format: each has its own, since it knows which actors the client has. */
export function statelyFormat(): Format {
  const name = `stately ${++formats}`;
  const actors = new Set<string>();
  return {
    name,
    gathers: false,
    rendering: () => name,
    messages(entry) {
      if (actors.size > MAX_ACTORS) actors.clear();
      return entry.kind === 'transition' ? messagesOf(entry, actors).map((made) => JSON.stringify(made)) : [];
    },
  };
}
