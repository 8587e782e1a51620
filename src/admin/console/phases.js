/** The time of one auction by phase. The phases add up to its duration. */

/** Phases without work in between take less than this, ms. */
const NOTHING_MS = 0.001;

const tookOf = ({ tookUs }) => Math.max(0, tookUs) / 1000;

/** The states, and before and after them what is not part of any: the wait for the start, and the sending of the response. */
export function phasesOf({ timeline, tookMs }) {
  const states = timeline.map((step) => ({ name: step.state, fromMs: step.atUs / 1000, ms: tookOf(step) }));
  const [first, last] = [states[0], states.at(-1)];
  if (!first) return [];
  const sentFromMs = last.fromMs + last.ms;
  const before = { name: 'before its start', fromMs: 0, ms: first.fromMs, isExtra: true };
  const after = { name: 'sending', fromMs: sentFromMs, ms: Math.max(0, tookMs - sentFromMs), isExtra: true };
  return [before, ...states, after].filter(({ ms, isExtra }) => !isExtra || ms >= NOTHING_MS);
}

/** Milliseconds between the states: transitions of the machine. */
export const betweenOf = (data) => Math.max(0, data.tookMs - phasesOf(data).reduce((sum, { ms }) => sum + ms, 0));
