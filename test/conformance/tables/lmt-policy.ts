/** Topic `lmt-policy`: limit ad tracking. */

import type { BidRequest } from '#src/openrtb/ortb.ts';
import { isLmtEnforced, readLmt } from '#src/privacy/lmt.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: row }: Row): Record<string, unknown> {
  const { op, request, signal, provided } = row as { op: string; request?: BidRequest; signal?: number; provided?: boolean };
  if (op === 'read') return { ...readLmt(request?.device) };
  return { enforce: isLmtEnforced({ signal: signal ?? 0, provided: provided ?? false }) };
}
