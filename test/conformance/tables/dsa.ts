import { checkDsa, isDsaRequired } from '#src/auction/adjust/dsa.ts';
import { type DsaSettings, defaultDsa } from '#src/auction/enrich/dsa.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly request: BidRequest | null;
  readonly bidExt: Ext | null;
  readonly dsa: Ext | null;
  readonly account: { readonly default?: Ext; readonly gdprOnly?: boolean } | null;
  readonly gdpr: boolean;
}

const settingsOf = (account: Input['account']): DsaSettings => ({ default: account?.default, gdpr_only: account?.gdprOnly ?? false });

const OPS: { readonly [op: string]: (input: Input) => Record<string, unknown> } = {
  bid: ({ request, bidExt }) => ({ error: checkDsa(bidExt ? { ext: bidExt } : {}, request ?? {}, dialects.go.bids.dsa) }),
  required: ({ dsa }) => ({ required: isDsaRequired(dsa) }),
  default({ request, account, gdpr }) {
    if (request) defaultDsa(request, settingsOf(account), gdpr);
    return { request };
  },
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return OPS[input.op]?.(input) ?? {};
}
