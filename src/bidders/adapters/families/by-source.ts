/** Exchanges with one call per source of the imps; one imp with invalid params ends the request. */
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { byImp } from '../../kit/media-type.ts';
import type { TrafficSpec } from '../../kit/spec.ts';
import { onlyOk } from '../../kit/status.ts';

/** `named`: the params in the message of those that cannot be decoded. */
export const bySourceTraffic = (named: string) =>
  ({
    badParams: (cause, _, step) => badInput(step === 'ext' ? `Missing bidder ext: ${cause}` : `Cannot Resolve ${named}: ${cause}`),
    onBadImp: 'abort',
    headers: 'plain-json+accept',
    status: onlyOk('ERR, response with status %d'),
    response: { currency: 'response', mediaType: byImp({ order: ['video', 'native'], otherwise: () => 'banner' }) },
    java: {
      badParams: (cause, _, step) => badInput(step === 'ext' ? `Missing bidder ext: ${cause}` : cause),
      headers: undefined,
    },
  }) satisfies TrafficSpec<unknown, undefined>;

export const checkSource = (sourceId = 0): BidderError | undefined => (sourceId < 1 ? badInput('Invalid/Missing SourceId') : undefined);
