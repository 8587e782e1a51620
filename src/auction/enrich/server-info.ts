/** `ext.srv.server`: information about this host for bidders. */

import type { Ext } from '#src/openrtb/ext.ts';
import type { Incoming } from '../auction.ts';

export interface HostInfo {
  readonly externalUrl: string;
  readonly gvlId: number;
  readonly datacenter: string;
}

/**
 * The object, or undefined if the host publishes nothing about itself.
 * @param incoming present: information about the call is included (Java variant)
 */
export function serverInfo({ externalUrl, gvlId, datacenter }: HostInfo, incoming?: Incoming): Ext | undefined {
  if (externalUrl === '' && gvlId === 0 && datacenter === '') return undefined;
  const server = { externalurl: externalUrl, gvlid: gvlId, datacenter };
  return incoming ? { ...server, http_method: incoming.method, endpoint: incoming.path } : server;
}
