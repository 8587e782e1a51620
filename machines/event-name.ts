/** Readable names of the events that trigger transitions, shared by charts and taps. */
import type { AnyStateNode } from 'xstate';

/** The name of an actor, action or guard, in whichever form it was declared. */
export const named = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'type' in value) return String(value.type);
  return typeof value === 'function' ? value.name || undefined : undefined;
};

/** `xstate.done.actor.0.auction.cacheWaits` as `done: pending`. */
export function eventName(event: string, node: Pick<AnyStateNode, 'invoke'>): string {
  if (event === '') return 'always';
  if (!event.startsWith('xstate.')) return event;
  const source = node.invoke[0] ? named(node.invoke[0].src) : undefined;
  if (event.startsWith('xstate.done.actor')) return `done: ${source ?? 'actor'}`;
  if (event.startsWith('xstate.error.actor')) return `error: ${source ?? 'actor'}`;
  if (event.startsWith('xstate.after')) return `after ${event.split('.')[2]} ms`;
  return event;
}
