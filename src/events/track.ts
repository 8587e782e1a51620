/** Inserts our impression tracker into the VAST of a put if its bidder permits it. */
import type { Services } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { insertImpression } from '#src/vast/impression.ts';
import { fillMacros } from '#src/vast/macros.ts';
import { type EventAddress, eventUrl, eventUrlWithAuction } from './event-url.ts';
import type { TrackedPut } from './puts.ts';

/** Properties of the call. */
export interface TrackingCall {
  readonly accountId: string;
  readonly integration: string;
}

/** How the variants differ. */
export interface TrackingRules {
  /** The address has the order of parameters of `eventUrlWithAuction`; otherwise that of `eventUrl`. */
  readonly urlWithAuction: boolean;
  /** VAST of bidders that this host does not call is tracked as well. */
  readonly tracksDisabled: boolean;
}

/** A known bidder has its own setting, for unknown ones the host's applies. */
function isTracked(bidder: string, { bidders, config }: Pick<Services, 'bidders' | 'config'>, { tracksDisabled }: TrackingRules): boolean {
  const known = bidders.known(bidder);
  if (known) return (tracksDisabled || known.info.enabled) && known.info.modifyingVastXmlAllowed === true;
  return config.vtrack.allow_unknown_bidder && config.vtrack.modify_vast_for_unknown_bidder;
}

/** The tracker's address: the host's template, else `/event` of this server with the variant's parameter order. */
function trackerUrl(
  { bidId, bidder, timestamp }: TrackedPut,
  call: TrackingCall,
  config: HostConfig,
  { urlWithAuction }: TrackingRules,
): string {
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
  return urlWithAuction ? eventUrlWithAuction(event) : eventUrl(event);
}

/** The put's value with the tracker after the last Impression of every ad; unchanged if it is not VAST with an Impression. */
export function trackedValue(
  put: TrackedPut,
  call: TrackingCall,
  services: Pick<Services, 'bidders' | 'config'>,
  rules: TrackingRules,
): unknown {
  if (typeof put.value !== 'string' || !isTracked(put.bidder, services, rules)) return put.value;
  return insertImpression(put.value, trackerUrl(put, call, services.config, rules)).xml;
}
