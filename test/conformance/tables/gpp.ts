/** Topic `gpp`: GPP's sections in the older fields. */

import type { BidRequest } from '#src/openrtb/ortb.ts';
import { fillGdpr, fillUsPrivacy } from '#src/privacy/gpp-fields.ts';
import type { Row } from '../suites/tables.ts';
import { type GppRow, toSections } from './ccpa.ts';

export function run({ in: row }: Row): Record<string, unknown> {
  const { op, request, gpp } = row as { op: string; request: BidRequest | null; gpp: GppRow | null };
  const fill = op === 'gdpr' ? fillGdpr : fillUsPrivacy;
  return { request: fill(request ?? { id: '', imp: [] }, toSections(gpp)) };
}
