/** What changes at a host while it serves: taps connect and leave, stored data changes, settings are read again. */
import { WebSocket } from 'ws';
import { writeStoredData } from './mixed-data.ts';
import type { SoakHost } from './soak-host.ts';

const TAP_EVERY_MS = 250;
const TAP_STAYS_MS = 1000;
const CHANGE_EVERY_MS = 1000;
const RELOAD_EVERY_MS = 3000;

/** Subscriptions of different costs. */
const QUERIES = ['', '?kinds=auction&recording=1', '?kinds=auction,bidder&sample=0.1', '?kinds=rollup', '?kinds=cookieSync,setuid,win'];

/** Taps that were open for a while, changes of stored data, and reloads. */
export type VisitorCounts = Record<'taps' | 'changes' | 'reloads', number>;

/**
 * @param counts counted on
 * @returns ends all; settles when no tap is open
 */
export function startVisitors({ adminPort, folder, process: { child } }: SoakHost, counts: VisitorCounts): { stop(): Promise<void> } {
  const open = new Set<WebSocket>();
  const visit = (): void => {
    const number = counts.taps++;
    const tap = new WebSocket(`ws://127.0.0.1:${adminPort}/taps${QUERIES[number % QUERIES.length]}`);
    open.add(tap);
    tap.on('error', () => {});
    tap.on('message', () => {});
    tap.once('close', () => open.delete(tap));
    // Some say goodbye, others vanish.
    setTimeout(() => (number % 2 ? tap.close() : tap.terminate()), TAP_STAYS_MS);
  };
  const timers = [
    setInterval(visit, TAP_EVERY_MS),
    setInterval(() => writeStoredData(folder, ++counts.changes), CHANGE_EVERY_MS),
    setInterval(() => {
      counts.reloads++;
      child.kill('SIGHUP');
    }, RELOAD_EVERY_MS),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      const closed = [...open].map((tap) => new Promise((resolve) => tap.once('close', resolve)));
      for (const tap of open) tap.terminate();
      await Promise.all(closed);
    },
  };
}
