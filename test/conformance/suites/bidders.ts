import type { GroupResult } from '../results.ts';

export async function runBidders(_only: readonly string[]): Promise<GroupResult[]> {
  return [];
}
