/** `ext.srv.server`: what bidders learn of this host (auction-request.md 13.2). */
import type { Incoming } from '#src/auction/auction.ts';
import type { Ext } from '#src/wire/ext.ts';

export interface HostFacts {
  readonly externalUrl: string;
  readonly gvlId: number;
  readonly datacenter: string;
}

/**
 * The object, or undefined where the host says nothing of itself.
 * @param incoming given: the call is told as well (Java variant)
 */
export function serverInfo({ externalUrl, gvlId, datacenter }: HostFacts, incoming?: Incoming): Ext | undefined {
  if (externalUrl === '' && gvlId === 0 && datacenter === '') return undefined;
  const server = { externalurl: externalUrl, gvlid: gvlId, datacenter };
  return incoming ? { ...server, http_method: incoming.method, endpoint: incoming.path } : server;
}
