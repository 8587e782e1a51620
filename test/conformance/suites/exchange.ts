import type { GroupResult } from '../results.ts';

export async function runExchange(_only: readonly string[]): Promise<GroupResult[]> {
  return [];
}
