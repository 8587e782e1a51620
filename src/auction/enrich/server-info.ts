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
 * @param incoming present: information about the call is included, and a vendor id only if the host has one (Java variant)
 */
export function serverInfo({ externalUrl, gvlId, datacenter }: HostInfo, incoming?: Incoming): Ext | undefined {
  if (externalUrl === '' && gvlId === 0 && datacenter === '') return undefined;
  if (!incoming) return { externalurl: externalUrl, gvlid: gvlId, datacenter };
  const vendor = gvlId === 0 ? undefined : { gvlid: gvlId };
  return { externalurl: externalUrl, ...vendor, datacenter, http_method: incoming.method, endpoint: incoming.path };
}
