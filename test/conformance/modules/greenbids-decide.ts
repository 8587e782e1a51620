import { throttle } from '#src/modules/greenbids-throttling/module.ts';
import { biddersOf, ratesOf } from '#src/modules/greenbids-throttling/throttle.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemRandom } from '#src/platform/random.ts';
import type { ModuleRow } from '../suites/modules.ts';

/** Any fingerprint is accepted. */
const anyFingerprint = (_key: string, value: unknown): unknown => (_key === 'fingerprint' ? '*' : value);

export function run({ config, input }: ModuleRow): unknown {
  const request: BidRequest = { ...input.request, imp: input.request?.imp ?? [] };
  const result = throttle(request, input.kept ?? {}, ratesOf(config ?? {})['exploration-rate'], systemRandom.uuid());
  const values = Object.assign({}, ...(result.tags?.activities[0]?.results ?? []).map(({ values: of }) => of));
  const reported = { values: JSON.parse(JSON.stringify(values, anyFingerprint)) };
  if (result.reject) return { ...reported, action: 'reject' };
  if (!result.rejections) return { ...reported, action: 'no_action' };
  return { ...reported, action: 'update', bidders: Object.fromEntries(request.imp.map((imp) => [imp.id, biddersOf(imp)])) };
}
