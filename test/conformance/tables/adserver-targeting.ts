/** Topic `adserver-targeting`: rules, where their values come from, and the keys made of them. */

import { WARN } from '#src/auction/findings.ts';
import { addRequestValues, keyFor, keyLimit, usableRules, withTargeting } from '#src/auction/respond/custom-targeting.ts';
import {
  impValues,
  type Looked,
  type RequestValue,
  requestValue,
  responseField,
  responseValue,
} from '#src/auction/respond/custom-values.ts';
import type { AdServerTargeting } from '#src/wire/ext.ts';
import type { Bid, BidRequest, BidResponse } from '#src/wire/ortb.ts';
import type { Row } from '../suites/tables.ts';

const told = <T>(looked: Looked<T>, show: (value: T) => Record<string, unknown>): Record<string, unknown> =>
  looked.fault === undefined ? { ...show(looked.value), error: null } : { error: looked.fault };

export function run({ in: given }: Row): Record<string, unknown> {
  const text = (name: string): string => String(given[name] ?? '');
  const request = (given['request'] ?? {}) as BidRequest;
  switch (given['op']) {
    case 'validate': {
      const { rules, faults } = usableRules((given['entries'] ?? []) as AdServerTargeting[]);
      return { entries: rules, warnings: faults.map((message) => ({ code: WARN.adServerTargeting, message })) };
    }
    case 'imp-value':
      return told(impValues(text('path'), request.imp ?? []), (value) => ({ ...value }));
    case 'request-value':
      return told(requestValue(text('path'), request, (given['query'] ?? {}) as Record<string, string>), (value) => ({ ...value }));
    case 'bid-value':
      return told(
        responseValue(text('path'), given['bid'] as Bid, given['seatExt'], (given['response'] ?? {}) as BidResponse),
        (value) => ({ value }),
      );
    case 'response-field':
      return told(responseField(text('field'), given['response'] as BidResponse), (value) => ({ value }));
    case 'key':
      return { key: keyFor(text('key'), text('bidder')) };
    case 'ext': {
      const { ext } = given['bid'] as Bid;
      return { ext: withTargeting(ext, given['keys'] as Record<string, string>, keyLimit(Number(given['max'] ?? 0))) };
    }
    default: {
      const values = new Map(Object.entries((given['values'] ?? {}) as Record<string, RequestValue>));
      return { keys: addRequestValues(values, { ...(given['keys'] as Record<string, string>) }, text('impId')) };
    }
  }
}
