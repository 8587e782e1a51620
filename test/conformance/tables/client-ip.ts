import { findClientIp, PrivateNetworks, parseAddress } from '#src/auction/validate/client-ip.ts';
import type { Row } from '../suites/tables.ts';

interface Find {
  readonly op: 'find';
  readonly trueClientIp: string;
  readonly xForwardedFor: string;
  readonly xRealIp: string;
  readonly remoteAddr: string;
  readonly accept: boolean;
}

interface Public {
  readonly op: 'public';
  readonly ip: string | null;
  readonly version: 4 | 6;
  readonly ipv4Private: readonly string[] | null;
  readonly ipv6Private: readonly string[] | null;
}

interface Version {
  readonly op: 'version';
  readonly ip: string;
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Find | Public | Version;
  if (input.op === 'public') {
    const networks = new PrivateNetworks(input.ipv4Private ?? [], input.ipv6Private ?? []);
    return { public: !networks.has({ text: input.ip ?? '', version: input.version }) };
  }
  if (input.op === 'version') {
    const address = parseAddress(input.ip);
    return { ip: address?.text ?? null, version: address?.version ?? 0 };
  }
  const headers = {
    'true-client-ip': input.trueClientIp,
    'x-forwarded-for': input.xForwardedFor,
    'x-real-ip': input.xRealIp,
  };
  const found = findClientIp({ headers, remoteAddress: input.remoteAddr }, { has: () => !input.accept });
  return { ip: found?.text ?? null, version: found?.version ?? 0 };
}
