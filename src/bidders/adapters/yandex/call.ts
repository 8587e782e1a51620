/** Address and headers of the call. */
import { z } from 'zod';
import type { BidderError, Builder } from '../../bidder.ts';
import { badInput, isError } from '../../errors.ts';
import { deviceHeaders, OPENRTB_25 } from '../../kit/headers.ts';
import { compileTemplate, type Fill } from '../../kit/macros.ts';
import type { Lenient } from '../../kit/reader.ts';
import type { Group, Headers, RequestContext } from '../../kit/spec.ts';
import { withQuery } from '../../kit/url.ts';

export const params = z.object({
  page_id: z.int().min(1).optional(),
  imp_id: z.int().min(1).optional(),
  placement_id: z.string().regex(/\d-\d/).optional(),
});
type Params = Lenient<z.input<typeof params>>;

interface Ids {
  readonly page: string;
  readonly imp: string;
}

/** The last two numbers of a placement id (`R-I-123456-2`: page and imp), else the two params. */
export function idsOf({ placement_id: placement = '', page_id = 0, imp_id = 0 }: Params): Ids | BidderError {
  if (placement === '') return { page: String(page_id), imp: String(imp_id) };
  const [page, imp] = placement
    .split('-')
    .filter((part) => /^\d+$/.test(part))
    .slice(-2);
  if (page === undefined || imp === undefined) return badInput(`invalid placement id, it must contain two parts: ${placement}`);
  return { page, imp };
}

export const fillOf = ({ endpoint }: Builder): Fill => compileTemplate(endpoint);

export function toUri([first]: Group<Params>, { request, setup: fill }: RequestContext<Fill>): string | BidderError {
  const ids = idsOf(first?.params ?? {});
  if (isError(ids)) return ids;
  const { site, cur } = request;
  return withQuery(fill({ PageID: ids.page }), {
    'target-ref': site?.page || site?.domain || undefined,
    'ssp-cur': cur?.[0] || undefined,
    'imp-id': ids.imp,
  });
}

export const headersOf = ({ device, site }: RequestContext['request']): Headers => ({
  Referer: site?.page,
  ...deviceHeaders(device, { ip: 'ip', language: true }),
  'X-Real-Ip': device?.ip,
  ...OPENRTB_25,
});
