/** Exchanges with a partner in the URL, for which a response without content is an error. */
import { badInput } from '../../errors.ts';
import type { TrafficSpec } from '../../kit/spec.ts';
import { contactManager, statusPolicy, unexpectedStatus } from '../../kit/status.ts';
import { firstSeatTraffic } from './first-imp.ts';

interface Params {
  readonly placementId?: string | undefined;
}

export const braveTraffic = {
  ...firstSeatTraffic,
  macros: ({ params }) => ({ PublisherID: params.placementId }),
  headers: 'json+accept',
  status: statusPolicy({
    messages: { 400: unexpectedStatus, 503: 'Service Unavailable. Status Code: [ %d ] ' },
    badInput: [400, 503],
    other: contactManager,
    noContent: badInput('No bid'),
  }),
} satisfies TrafficSpec<Params, undefined>;
