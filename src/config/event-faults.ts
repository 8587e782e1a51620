/** Rules over the trackers that accounts get by default (events-cache-stored.md section 5); every fault stops the start. */
import type { HostConfig } from './schema.ts';

type Events = HostConfig['account_defaults']['events'];
type VastEvent = Events['vast_events'][number];

const TYPES: readonly string[] = ['start', 'firstQuartile', 'midPoint', 'thirdQuartile', 'complete'];

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** One line a fault; what is switched off has none. */
export function eventFaults({ events }: Pick<HostConfig['account_defaults'], 'events'>): string[] {
  const { enabled, default_url, vast_events } = events;
  if (!enabled) return [];
  const ofDefault = default_url === '' || isUrl(default_url) ? [] : ['Invalid events.default_url'];
  return [...ofDefault, ...vast_events.flatMap((entry, index) => vastEventFaults(entry, `events.vast_events[${index}]`))];
}

function vastEventFaults({ create_element: element, type = '', exclude_default_url, urls }: VastEvent, at: string): string[] {
  const faults = [
    element === 'tracking' && !TYPES.includes(type) && `Missing or Invalid ${at}.type. Valid values are ${TYPES.join(', ')}`,
    element !== 'tracking' && type !== '' && `${at}.type is not applicable for create element '${element}'`,
    ...urls.map((url, index) => !isUrl(url) && `Invalid ${at}.urls[${index}]`),
    exclude_default_url &&
      urls.length === 0 &&
      `Please provide at least one valid URL in ${at}.urls or set ${at}.exclude_default_url=false`,
  ];
  return faults.filter((fault) => fault !== false);
}
