/** Partners whose URL ends in the publisher's organisation, taken from the imps' params. */
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { isError } from '../../errors.ts';
import { traffic } from '../../kit/define.ts';
import { extOf } from '../../kit/imp-params.ts';
import type { Reader } from '../../kit/reader.ts';

export interface OrgRules<P> {
  readonly read: Reader<P>;
  /** The organisation in the params of one imp; `''` if absent. */
  readonly orgOf: (params: P) => string | BidderError;
  readonly badParams: (cause: string, step: 'ext' | 'params') => BidderError;
  readonly missing: () => BidderError;
}

/** The first organisation named by an imp. Later imps are not read; an unreadable imp before it is an error. */
function firstOrg<P>({ imp: imps }: SharedRequest, { read, orgOf, badParams, missing }: OrgRules<P>): string | BidderError {
  for (const imp of imps) {
    const ext = extOf(imp);
    if ('error' in ext) return badParams(ext.error, 'ext');
    const params = read(ext.value.bidder);
    if ('error' in params) return badParams(params.error, 'params');
    const org = orgOf(params.value);
    if (org !== '') return isError(org) ? org : org.trim();
  }
  return missing();
}

/** Calls to the endpoint with the first organisation; `toQuery` escapes it. */
export const orgTraffic = <P>(rules: OrgRules<P>, toQuery = (org: string): string => org) =>
  traffic<unknown>({
    readParams: 'never',
    noImps: rules.missing,
    uri: (_, { request, builder }) => {
      const org = firstOrg(request, rules);
      return isError(org) ? org : `${builder.endpoint}?publisher_id=${toQuery(org)}`;
    },
    headers: 'json',
  });
