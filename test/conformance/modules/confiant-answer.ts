import { parseScan } from '#src/modules/confiant-scan/parse-response.ts';
import { splitBids } from '#src/modules/confiant-scan/remove-bids.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { toSeats } from './seats.ts';

export function run({ input }: ModuleRow): unknown {
  const seats = toSeats(input.seats);
  const scan = parseScan(input['answer'] ?? null);
  const { withIssues } = splitBids(seats, scan);
  const results = scan.seats.flat().flatMap((result) => result ?? []);
  return {
    withIssues: [...withIssues.keys()].map(({ seat }) => seat),
    withoutIssues: seats.filter((seat) => !withIssues.has(seat)).map(({ seat }) => seat),
    resubmit: results.map(({ skipped }) => skipped),
    debug: scan.debug,
    tagKeys: results.map(({ tagKey }) => tagKey),
  };
}
