/** The profile `bare` (README 4.1): the Go variant with an empty configuration, overridden by the conditions of the case. */

import type { Services } from '#src/auction/services.ts';
import type { Adapter, BidderInfo } from '#src/bidders/bidder.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Case, EchoMock } from './case.ts';
import { EchoTransport, echoAdapter } from './echo.ts';
import { hookParts } from './hooks.ts';
import { directoryRegistry } from './known-bidders.ts';
import { CountingCache, makeParts, RECORDED_CACHE } from './parts.ts';

/** Data the runner inspects afterwards. */
export interface RecordedHost {
  readonly services: Services;
  readonly echo: EchoTransport;
  readonly cache: CountingCache;
}

const messagesOf = (value: unknown): { [id: string]: string } => (value ?? {}) as { [id: string]: string };

/** Host options of the profile. */
export function bareSettings(config: Ext): HostConfigInput {
  const account = (config['account'] ?? {}) as Ext;
  const networks = (config['privateNetworks'] ?? {}) as { ipv4?: string[]; ipv6?: string[] };
  const disabled = (config['disabledAdapters'] ?? []) as string[];
  return {
    variant: 'go',
    external_url: '',
    external_cache: RECORDED_CACHE,
    max_request_size: (config['maxRequestSize'] as number | undefined) ?? 262144,
    compression: { request: { enable_gzip: config['gzipRequests'] === true } },
    // The permission fake of this profile allows everything: TCF itself is disabled if the GDPR is enabled.
    gdpr: { enabled: config['gdprEnabled'] === true, default_value: '0', tcf2: { enabled: false } },
    lmt: { enforce: false },
    coppa: { enforce: false },
    auto_gen_source_tid: config['autoGenSourceTid'] === true,
    generate_request_id: config['generateRequestId'] === true,
    account_required: config['accountRequired'] === true,
    blocked_apps: (config['blockedApps'] as string[] | undefined) ?? [],
    openrtb: { downgrade: 'move' },
    price_floors: { enabled: config['floorsEnabled'] === true },
    host_cookie: { cookie_name: (config['hostCookieName'] as string | undefined) ?? '' },
    request_validation: { ipv4_private_networks: networks.ipv4 ?? [], ipv6_private_networks: networks.ipv6 ?? [] },
    adapters: Object.fromEntries(disabled.map((code) => [code, { enabled: false }])),
    account_defaults: { debug_allow: false, ...account },
    hooks: hookParts(config).settings,
    video: {
      enable_deprecated_endpoint: config['videoEndpointEnabled'] !== false,
      stored_request_required: config['videoStoredRequestRequired'] === true,
    },
  } as HostConfigInput;
}

/** Adapters of the mocked bidders. */
function adaptersOf({ mocks }: Case): { adapters: Record<string, Adapter>; echoes: Record<string, EchoMock> } {
  const echoes = Object.fromEntries(Object.entries(mocks?.bidders ?? {}).filter(([, mock]) => mock.kind === 'echo')) as Record<
    string,
    EchoMock
  >;
  return { adapters: Object.fromEntries(Object.entries(echoes).map(([code, mock]) => [code, echoAdapter(code, mock)])), echoes };
}

/** Single entries of the bidder directory, changed by the case. */
function changed(info: Record<string, Ext>): (code: string, bidderInfo: BidderInfo) => BidderInfo {
  return (code, bidderInfo) => {
    const own = info[code];
    if (!own) return bidderInfo;
    const openrtb = (own['openrtb'] ?? own['openRtb'] ?? {}) as Ext;
    const multiformat = openrtb['multiformat-supported'] ?? openrtb['multiformatSupported'] ?? openrtb['multiformat_supported'];
    return {
      ...bidderInfo,
      enabled: own['disabled'] === undefined ? bidderInfo.enabled : own['disabled'] !== true,
      whiteLabelOnly: own['whiteLabelOnly'] === true || bidderInfo.whiteLabelOnly,
      openrtb: {
        ...bidderInfo.openrtb,
        multiformatSupported: multiformat === undefined ? bidderInfo.openrtb.multiformatSupported : multiformat === true,
      },
    };
  };
}

const isVideo = ({ request }: Case): boolean => request.path === '/openrtb2/video';

/** A host of the profile with the case's conditions. */
export function bareHost(one: Case): RecordedHost {
  const conditions = one.config ?? {};
  const config = hostSchema.parse(bareSettings(conditions));
  const { adapters, echoes } = adaptersOf(one);
  const echo = new EchoTransport(echoes);
  const cache = new CountingCache();
  const rates = (conditions['currencyRates'] ?? undefined) as Record<string, Record<string, number>> | undefined;
  const accounts = messagesOf(conditions['accounts']);
  const startedAt = Date.now();
  const services = makeParts({
    config,
    transport: echo,
    bidCache: cache,
    bidders: directoryRegistry({
      adapters,
      realParams: conditions['validateBidderParams'] === true,
      settings: config,
      change: changed((conditions['bidderInfo'] ?? {}) as Record<string, Ext>),
      ...(conditions['knownBidders'] ? { only: conditions['knownBidders'] as string[] } : {}),
    }),
    stored: {
      request: messagesOf(conditions['storedRequests']),
      imp: messagesOf(conditions['storedImps']),
      amp: messagesOf(conditions['ampStoredRequests']),
      response: messagesOf(conditions['storedResponses']),
      video: messagesOf(conditions['storedRequests']),
      account: accounts,
    },
    rates: { current: () => rates },
    // Bidders of this profile respond at once: no time passes.
    clock: { now: () => startedAt },
    hooks: hookParts(conditions),
    // The recorded host takes ids of video requests and logs from another source.
    random: isVideo(one) ? {} : { uuid: () => (conditions['randomId'] as string | undefined) ?? '' },
    ...(conditions['defaultRequest'] ? { defaultRequest: defaultRequestOf(conditions['defaultRequest']) } : {}),
  });
  return { services, echo, cache };
}

const defaultRequestOf = (value: unknown): Ext => (typeof value === 'string' ? (JSON.parse(value) as Ext) : (value as Ext));
