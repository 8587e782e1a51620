/** The scan's response: JSON text, a list by seat of lists by bid of lists, of which the first item counts. */
import { isObject } from '#src/json/merge.ts';
import { parseJson } from '#src/json/parse.ts';
import { objects } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** The result of one bid. */
export interface BidScan {
  readonly tagKey: string;
  readonly issues: readonly Ext[];
  /** The bid was not scanned by the read-only node: the write node must be called. */
  readonly skipped: boolean;
}

export interface ScanResponse {
  /** By seat, then by bid; undefined for a bid without a result. */
  readonly seats: readonly (readonly (BidScan | undefined)[])[];
  /** What is wrong with the response. */
  readonly debug: readonly string[];
}

function scanOf(results: unknown): BidScan | undefined {
  const first: unknown = Array.isArray(results) ? results[0] : undefined;
  if (!isObject(first)) return undefined;
  const { tag_key, issues, ro_skipped } = first;
  return {
    tagKey: typeof tag_key === 'string' ? tag_key : '',
    issues: objects(issues),
    skipped: ro_skipped === true,
  };
}

const isSeatList = (value: unknown): value is unknown[][] =>
  Array.isArray(value) && value.every((seat) => Array.isArray(seat) && seat.every((bid) => Array.isArray(bid) && bid.every(isObject)));

/** Parses the text of the vendor's Redis function. Never throws. */
export function parseScan(text: string): ScanResponse {
  const parsed = parseJson(text);
  if (isSeatList(parsed)) return { seats: parsed.map((seat) => seat.map(scanOf)), debug: [] };
  if (isObject(parsed))
    return { seats: [], debug: [`Redis error - ${String(parsed['code'] ?? null)}: ${String(parsed['message'] ?? null)}`] };
  return { seats: [], debug: [`Error during parse redis response: ${text}`] };
}

/** Whether any bid must be submitted to the write node. */
export const isSkipped = ({ seats }: ScanResponse): boolean => seats.some((seat) => seat.some((scan) => scan?.skipped));

/** One line per result, for the hook's messages. */
export const linesOf = ({ seats }: ScanResponse): string[] =>
  seats.flat().flatMap((scan) => (scan ? [`${scan.tagKey}: ${scan.issues.length === 0 ? 'no issues' : JSON.stringify(scan.issues)}`] : []));
