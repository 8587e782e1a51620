/**
 * Steps of auctions in the inspection protocol of Stately's tools, so that an inspector can draw them live: an actor when an
 * auction starts, then an event and a snapshot for each step. One message is one WebSocket message, as those tools expect.
 */
import type { AnyStateMachine } from 'xstate';
import { machines } from '#machines/all.ts';
import type { TransitionData } from '#src/taps/schemas.ts';
import type { Format } from '#streams/taps/format.ts';
import type { Entry } from '#streams/taps/ring.ts';
import { toChart } from './charts.ts';

/** Version of the protocol. */
const VERSION = '0.4.0';

const definitions = new Map<string, string>();

/** A machine's configuration as text; functions become their names. */
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

/** `auction.refuse.run` as `{refuse: 'run'}`. */
function stateValue(id: string): unknown {
  const [, ...names] = id.split('.');
  return names.reduceRight<unknown>((inner, name) => (inner === undefined ? name : { [name]: inner }), undefined) ?? '';
}

function messagesOf({ seq, at, worker, auction, request, account, texts }: Entry): object[] {
  const { from, to, on } = JSON.parse(texts.plain) as TransitionData;
  const [machine = ''] = to.split('.');
  const sessionId = `${machine}:${worker === undefined ? '' : `${worker}.`}${auction}`;
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

export const stately: Format = {
  name: 'stately',
  gathers: false,
  rendering: () => 'stately',
  messages: (entry) => (entry.kind === 'transition' ? messagesOf(entry).map((made) => JSON.stringify(made)) : []),
};
