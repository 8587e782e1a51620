/** Topic `adserver-targeting`: rules, the sources of their values, and the resulting keys. */

import { WARN } from '#src/auction/diagnostics.ts';
import { addRequestValues, keyFor, keyLimit, usableRules, withTargeting } from '#src/auction/respond/custom-targeting.ts';
import { impValues, type RequestValue, requestValue, responseField, responseValue } from '#src/auction/respond/custom-values.ts';
import type { Result } from '#src/lang/result.ts';
import type { AdServerTargeting } from '#src/openrtb/ext.ts';
import type { Bid, BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

const reported = <T>(lookup: Result<T>, show: (value: T) => Record<string, unknown>): Record<string, unknown> =>
  'error' in lookup ? lookup : { ...show(lookup.value), error: null };

export function run({ in: given }: Row): Record<string, unknown> {
  const text = (name: string): string => String(given[name] ?? '');
  const request = (given['request'] ?? {}) as BidRequest;
  switch (given['op']) {
    case 'validate': {
      const { rules, errors } = usableRules((given['entries'] ?? []) as AdServerTargeting[]);
      return { entries: rules, warnings: errors.map((message) => ({ code: WARN.adServerTargeting, message })) };
    }
    case 'imp-value':
      return reported(impValues(text('path'), request.imp ?? [], dialects.go.response.customTargeting), (value) => ({ ...value }));
    case 'request-value':
      return reported(
        requestValue(text('path'), request, (given['query'] ?? {}) as Record<string, string>, dialects.go.response.customTargeting),
        (value) => ({ ...value }),
      );
    case 'bid-value':
      return reported(
        responseValue(
          text('path'),
          (given['bid'] ?? {}) as Bid,
          given['seatExt'],
          (given['response'] ?? {}) as BidResponse,
          dialects.go.response.customTargeting,
        ),
        (value) => ({ value }),
      );
    case 'response-field':
      return reported(responseField(text('field'), (given['response'] ?? {}) as BidResponse), (value) => ({ value }));
    case 'key':
      return { key: keyFor(text('key'), text('bidder')) };
    case 'ext': {
      const { ext } = (given['bid'] ?? {}) as Bid;
      return { ext: withTargeting(ext, (given['keys'] ?? {}) as Record<string, string>, keyLimit(Number(given['max'] ?? 0))) };
    }
    default: {
      const found = Object.entries((given['values'] ?? {}) as Record<string, RequestValue>);
      const values = new Map(found.map(([key, value]) => [key, { byImp: {}, ...value }]));
      return { keys: addRequestValues(values, { ...(given['keys'] as Record<string, string>) }, text('impId')) };
    }
  }
}
