import type { Result } from '#src/lang/result.ts';
import {
  ALL,
  allowedTypes,
  allows,
  type BidderFilter,
  mergeDisabledIframes,
  parseBidderFilter,
  parseTypeFilter,
  type TypeFilter,
} from '#src/sync/filters.ts';
import type { Row } from '../suites/tables.ts';

interface RowFilter {
  readonly bidders: '*' | readonly string[] | null;
  readonly mode: 'include' | 'exclude';
}

/** No filter lets every bidder through. */
export const fromRow = (filter: RowFilter | null | undefined): BidderFilter =>
  filter
    ? {
        bidders: filter.bidders === '*' ? filter.bidders : new Set((filter.bidders ?? []).map((name) => name.toLowerCase())),
        mode: filter.mode,
      }
    : ALL;

const toRow = ({ bidders, mode }: BidderFilter): RowFilter => ({ bidders: bidders === '*' ? bidders : [...bidders], mode });

const outcome = <T>(parsed: Result<T>, show: (value: T) => Record<string, unknown>): Record<string, unknown> =>
  'error' in parsed ? { error: parsed.error } : { error: null, ...show(parsed.value) };

interface Input {
  readonly op: string;
  readonly settings: { iframe?: unknown; image?: unknown } | null;
  readonly filter: RowFilter | null;
  readonly iframe: RowFilter | null;
  readonly redirect: RowFilter | null;
  readonly bidder: string | null;
  readonly host: readonly string[] | null;
  readonly account: readonly string[] | null;
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  switch (input.op) {
    case 'parse-one':
      return outcome(parseBidderFilter(input.settings), (filter) => ({ filter: toRow(filter) }));
    case 'parse':
      return outcome(parseTypeFilter(input.settings), (filters: TypeFilter) => ({
        filters: { iframe: toRow(filters.iframe), redirect: toRow(filters.redirect) },
      }));
    case 'allows':
      return { allowed: allows(fromRow(input.filter), input.bidder ?? '') };
    case 'types':
      return { types: allowedTypes({ iframe: fromRow(input.iframe), redirect: fromRow(input.redirect) }, input.bidder ?? '') };
    case 'disabled-iframe':
      return { merged: mergeDisabledIframes(input.host, input.account) };
    default:
      throw new Error(`operation ${input.op} is not known`);
  }
}
