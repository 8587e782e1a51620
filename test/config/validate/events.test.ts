import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { eventErrors } from '#src/config/validate/events.ts';

type Events = NonNullable<NonNullable<HostConfigInput['account_defaults']>['events']>;
const errors = (events: Events): string[] => eventErrors(hostSchema.parse({ account_defaults: { events } }).account_defaults);

const URL = 'https://tracker.example/?b=##PBS-BIDID##&e=##PBS-EVENTTYPE##';

test('trackers that fit into VAST are valid', () => {
  expect(errors({ enabled: true })).toEqual([]);
  const vast_events: Events['vast_events'] = [
    { create_element: 'impression', urls: [URL], exclude_default_url: true },
    { create_element: 'tracking', type: 'midPoint' },
  ];
  expect(errors({ enabled: true, default_url: URL, vast_events })).toEqual([]);
});

test('trackers without an address, an event or a type are reported', () => {
  const vast_events: Events['vast_events'] = [
    { create_element: 'tracking' },
    { create_element: 'tracking', type: 'midpoint' },
    { create_element: 'error', type: 'start', urls: [URL, 'nowhere'] },
    { create_element: 'impression', exclude_default_url: true },
  ];
  const events: Events = { enabled: true, default_url: '/event', vast_events };
  const types = 'start, firstQuartile, midPoint, thirdQuartile, complete';
  expect(errors(events)).toEqual([
    'account_defaults.events.default_url: must be an http(s) URL',
    `account_defaults.events.vast_events.0.type: must be one of ${types}`,
    `account_defaults.events.vast_events.1.type: must be one of ${types}`,
    "account_defaults.events.vast_events.2.type: is not applicable for create element 'error'",
    'account_defaults.events.vast_events.2.urls.1: must be an http(s) URL',
    'account_defaults.events.vast_events.3.urls: needs at least one URL, or exclude_default_url=false',
  ]);
  expect(errors({ ...events, enabled: false })).toEqual([]);
});
