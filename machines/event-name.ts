/** What makes a machine go on, in words for people: the same in charts and in what taps tell of steps. */
import type { AnyStateNode } from 'xstate';

/** The name of an actor, action or guard, however it was given. */
export const named = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'type' in value) return String(value.type);
  return typeof value === 'function' ? value.name || undefined : undefined;
};

/** `xstate.done.actor.0.auction.cache.wait` as `done: pending`. */
export function eventName(event: string, node: Pick<AnyStateNode, 'invoke'>): string {
  if (event === '') return 'always';
  if (!event.startsWith('xstate.')) return event;
  const source = node.invoke[0] ? named(node.invoke[0].src) : undefined;
  if (event.startsWith('xstate.done.actor')) return `done: ${source ?? 'actor'}`;
  if (event.startsWith('xstate.error.actor')) return `error: ${source ?? 'actor'}`;
  if (event.startsWith('xstate.after')) return `after ${event.split('.')[2]} ms`;
  return event;
}
