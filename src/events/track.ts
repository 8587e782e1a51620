/** Our impression tracker in the VAST of a put, where its bidder lets us (events-cache-stored.md sections 3 and 4). */
import type { Services } from '#src/auction/services.ts';
import { insertImpression } from '#src/auction/vast/impression.ts';
import { fillMacros } from '#src/auction/vast/macros.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { type EventAddress, eventUrl, eventUrlWithAuction } from '#src/wire/event-url.ts';
import type { TrackedPut } from './puts.ts';

/** Whose call it is. */
export interface TrackingCall {
  readonly accountId: string;
  readonly integration: string;
}

/** A known bidder says itself; for unknown ones the host does. */
export function isTracked(bidder: string, { bidders, config }: Pick<Services, 'bidders' | 'config'>): boolean {
  const known = bidders.known(bidder);
  if (known) return known.info.enabled && known.info.modifyingVastXmlAllowed === true;
  return config.vtrack.allow_unknown_bidder && config.vtrack.modify_vast_for_unknown_bidder;
}

/** The tracker's address: the host's own template, else `/event` of this server in the order of the variant. */
export function trackerUrl({ bidId, bidder, timestamp }: TrackedPut, call: TrackingCall, config: HostConfig, java: boolean): string {
  const { accountId, integration } = call;
  const { url_template: template } = config.event;
  if (template !== '') {
    return fillMacros(template, {
      'PBS-BIDID': bidId,
      'PBS-ACCOUNTID': accountId,
      'PBS-BIDDER': bidder,
      'PBS-TIMESTAMP': timestamp === undefined ? '' : String(timestamp),
      'PBS-INTEGRATION': integration,
      'PBS-EVENTTYPE': 'imp',
    });
  }
  const event: EventAddress = {
    externalUrl: config.external_url,
    type: 'imp',
    bidId,
    accountId,
    bidder,
    format: 'b',
    integration,
    timestamp: timestamp === undefined || timestamp <= 0 ? undefined : timestamp,
  };
  return java ? eventUrlWithAuction(event) : eventUrl(event);
}

/** The put's value with the tracker after the last Impression of every ad; what is no VAST with one stays as it is. */
export function trackedValue(put: TrackedPut, call: TrackingCall, services: Pick<Services, 'bidders' | 'config'>, java: boolean): unknown {
  if (typeof put.value !== 'string' || !isTracked(put.bidder, services)) return put.value;
  return insertImpression(put.value, trackerUrl(put, call, services.config, java)).xml;
}
