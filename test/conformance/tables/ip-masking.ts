/** Topic `ip-masking`: addresses truncated to their first bits. */
import { maskIp } from '#src/privacy/ip.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: row }: Row): Record<string, unknown> {
  const { ip, keepBits } = row as { ip: string | null; keepBits: number | null };
  return { ip: maskIp(ip ?? '', keepBits ?? 0) };
}
