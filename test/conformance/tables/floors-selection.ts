/** Topic `floors-selection`: whether floors are skipped, and whether they are enabled. */
import { isEnabledByRequest } from '#src/auction/floors/read.ts';
import { areFloorsSkipped, firstPositive } from '#src/auction/floors/select.ts';
import { floorSettings } from '#src/auction/floors/settings.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

const LIMITS = hostSchema.parse({}).price_floors;

type In = {
  op: string;
  modelGroup: number;
  data: number;
  root: number;
  random: number | null;
  account: { enabled: boolean } | null;
  request: BidRequest | null;
  ext: BidRequest['ext'];
};

export function run(row: Row): Record<string, unknown> {
  const { op, modelGroup, data, root, random, account, request, ext } = row.in as In;
  if (op === 'request-enabled') return { enabled: isEnabledByRequest(ext?.srv?.floors) };
  if (op === 'enabled') {
    const settings = floorSettings(accountSchema.parse({ price_floors: account ?? undefined }), dialects.go.floors.defaults, LIMITS);
    return { enabled: settings.enabled && isEnabledByRequest(request?.ext?.srv?.floors) };
  }
  return {
    skipped: areFloorsSkipped(firstPositive(modelGroup, data, root), { next: () => ((random ?? 0) + 0.5) / 101 }, dialects.go.floors),
  };
}
