/** The VAST trackers of account `events.vast_events`, with the default address unless an entry excludes it. */
import type { Account } from '#src/config/account.ts';
import { type EventAddress, eventUrl } from '#src/events/event-url.ts';
import type { Trackers } from '#src/vast/trackers.ts';

type Events = Account['events'];
type Entry = Events['vast_events'][number];

/**
 * Addresses by tracked element. Without a configured `default_url` the default is this server's own event address, for elements with an
 * event; impressions already have the tracker of every VAST.
 */
export function configuredTrackers(events: Events, address: Omit<EventAddress, 'type'>): Trackers {
  const lists = { impression: [], error: [], clicktracking: [], nonlinearclicktracking: [], companionclickthrough: [] };
  const trackers: { [kind in keyof typeof lists]: string[] } & { tracking: Map<string, string[]> } = { ...lists, tracking: new Map() };
  for (const entry of events.vast_events) {
    const standard = entry.exclude_default_url ? '' : events.default_url || ownAddress(entry, address);
    const urls = standard === '' ? entry.urls : [standard, ...entry.urls];
    if (entry.create_element !== 'tracking') trackers[entry.create_element] = [...trackers[entry.create_element], ...urls];
    else if (entry.type) trackers.tracking.set(entry.type, [...(trackers.tracking.get(entry.type) ?? []), ...urls]);
  }
  return trackers;
}

const ownAddress = ({ create_element, type }: Entry, address: Omit<EventAddress, 'type'>): string =>
  create_element === 'tracking' && type ? eventUrl({ ...address, type: 'vast', vtype: type, format: 'b' }) : '';
