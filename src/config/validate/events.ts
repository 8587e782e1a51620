/** Validates accounts' default trackers; every error stops the startup. */
import type { HostConfig } from '../schema.ts';

type Events = HostConfig['account_defaults']['events'];
type VastEvent = Events['vast_events'][number];

const TYPES: readonly string[] = ['start', 'firstQuartile', 'midPoint', 'thirdQuartile', 'complete'];

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** One line per error; disabled options are not checked. */
export function eventErrors({ events }: Pick<HostConfig['account_defaults'], 'events'>): string[] {
  const { enabled, default_url, vast_events } = events;
  if (!enabled) return [];
  const ofDefault = default_url === '' || isUrl(default_url) ? [] : ['account_defaults.events.default_url: must be an http(s) URL'];
  return [...ofDefault, ...vast_events.flatMap((entry, index) => vastEventErrors(entry, `account_defaults.events.vast_events.${index}`))];
}

function vastEventErrors({ create_element: element, type = '', exclude_default_url, urls }: VastEvent, at: string): string[] {
  const errors = [
    element === 'tracking' && !TYPES.includes(type) && `${at}.type: must be one of ${TYPES.join(', ')}`,
    element !== 'tracking' && type !== '' && `${at}.type: is not applicable for create element '${element}'`,
    ...urls.map((url, index) => !isUrl(url) && `${at}.urls.${index}: must be an http(s) URL`),
    exclude_default_url && urls.length === 0 && `${at}.urls: needs at least one URL, or exclude_default_url=false`,
  ];
  return errors.filter((error) => error !== false);
}
