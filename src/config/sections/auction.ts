/** Defaults of auctions. */
import { isIP } from 'node:net';
import { z } from 'zod';

const mode = z.enum(['skip', 'warn', 'enforce']).default('skip');

/** A network in CIDR notation. */
const network = (version: 4 | 6) =>
  z.string().refine(
    (text) => {
      const [address = '', bits = ''] = text.split('/', 2);
      return isIP(address) === version && !address.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
    },
    `must be an IPv${version} network such as ${version === 4 ? '10.0.0.0/8' : 'fc00::/7'}`,
  );

export const auctionOptions = {
  /** The established server whose conventions apply where the two conflict. */
  variant: z.enum(['go', 'java']).default('go'),
  /** Java variant: coerce loosely typed requests (single values for lists, lists for strings). Default: by variant. */
  coerce_types: z.boolean().optional(),
  /**
   * Drop unknown bidders, or invalid params, under `imp.ext.srv.bidder` with a warning instead of rejecting the request. Default: by
   * variant.
   */
  drop_invalid_bidders: z.boolean().optional(),
  /** Stored profiles that requests may name (Java variant's `auction.profiles`). */
  profiles: z
    .object({ limit: z.int().min(0).default(4), timeout_ms: z.int().min(1).default(100), fail_on_unknown: z.boolean().default(true) })
    .prefault({}),
  /** Require a known account. Status of a rejection: 401 (java), 400 (go). */
  account_required: z.boolean().default(false),
  /** Accounts whose requests are rejected (503). */
  blocked_accounts: z.array(z.string()).default([]),
  /** Apps (`app.id`) whose requests are rejected (503). */
  blocked_apps: z.array(z.string()).default([]),
  /** Generate a missing `source.tid`. */
  auto_gen_source_tid: z.boolean().default(true),
  /** Generate request ids for app requests with stored data, AMP requests and video requests. */
  generate_request_id: z.boolean().default(false),
  /** Generate an additional id for every bid (`bid.ext.srv.bidid`). */
  generate_bid_id: z.boolean().default(false),
  /** Replace bid ids that are too short to be unique. */
  enforce_random_bid_id: z.boolean().default(false),
  /** Java variant: renumber duplicate imp ids and generate blank ones. Default: by variant. */
  generate_imp_ids: z.boolean().optional(),
  /** Java variant: reject requests that name unknown bidders. Default: yes. */
  fail_on_unknown_bidders: z.boolean().optional(),
  /** Java variant: reject requests that name bidders disabled on this host. */
  fail_on_disabled_bidders: z.boolean().default(true),
  /** Java variant: reject requests with more than one of `app`, `site`, `dooh`; otherwise the first one counts. */
  strict_app_site_dooh: z.boolean().default(true),
  /** Remove media types that a bidder does not support; false: send them anyway. Default: by variant (java: false). */
  filter_imp_media_type: z.boolean().optional(),
  /** Currency of responses if the request names none. */
  ad_server_currency: z.string().default('USD'),
  /** Default timeout of an auction without `tmax`, ms; 0: none. */
  tmax_default: z.int().min(0).default(0),
  /** Default and max timeout of an auction, ms; 0: no limit. Also spelled `auction_timeout_ms`. */
  auction_timeouts_ms: z.object({ default: z.int().min(0).default(0), max: z.int().min(0).default(0) }).prefault({}),
  /** Go variant: ms subtracted from a bidder's time for the network and for building the response, and the min time for a bidder. */
  tmax_adjustments: z
    .object({
      enabled: z.boolean().default(false),
      bidder_response_duration_min_ms: z.int().min(0).default(0),
      bidder_network_latency_buffer_ms: z.int().min(0).default(0),
      pbs_response_preparation_duration_ms: z.int().min(0).default(0),
    })
    .prefault({}),
  /** Java variant's tmax rules. */
  auction: z
    .object({
      /** Min and max `tmax` of a bidder's request in ms, and its percentage of the remaining time. */
      biddertmax: z
        .object({
          min: z.int().min(0).default(50),
          max: z.int().min(1).default(5000),
          percent: z.int().min(0).max(100).default(100),
        })
        .prefault({}),
      /** ms reserved for building the response. */
      tmax_upstream_response_time: z.int().min(0).default(30),
      /** Default domain of browsing topics (Java variant). */
      privacysandbox: z.object({ topicsdomain: z.string().default('') }).prefault({}),
    })
    .prefault({}),
  /** Networks whose addresses do not count as users'. */
  request_validation: z
    .object({
      ipv4_private_networks: z
        .array(network(4))
        .default(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8']),
      ipv6_private_networks: z.array(network(6)).default(['::1/128', 'fc00::/7', 'fe80::/10', 'ff00::/8', '2001:db8::/32']),
    })
    .prefault({}),
  /** Bits retained of every IPv6 address (Java variant). */
  ipv6: z.object({ always_mask_right: z.int().min(0).max(128).default(64) }).prefault({}),
  /** A file with a request merged under every request. */
  default_request: z
    .object({
      type: z.enum(['', 'file']).default(''),
      file: z.object({ name: z.string().default('') }).prefault({}),
      /** List its aliases at `/info/bidders` and `/bidders/params`. */
      alias_info: z.boolean().default(false),
    })
    .prefault({}),
  /**
   * Handling of banners that are too large and of insecure markup. Go variant: larger than these numbers, or than the imp's sizes if they
   * are 0; markup of banners and videos, whatever `imp.secure`. Java variant: larger than the imp's sizes; markup of imps with `secure` 1.
   */
  validations: z
    .object({
      banner_creative_max_size: mode,
      secure_markup: mode,
      max_creative_width: z.int().min(0).default(0),
      max_creative_height: z.int().min(0).default(0),
    })
    .prefault({}),
  /** For bidders of OpenRTB 2.5: fields without a 2.5 equivalent are removed, or kept in place. */
  openrtb: z.object({ downgrade: z.enum(['strict', 'move']).default('strict') }).prefault({}),
  /**
   * Information about this host in `ext.srv.server`: none, its location and identity, or also the call's method and path. Default: brief
   * (go), full (java).
   */
  server_info: z.enum(['none', 'brief', 'full']).optional(),
  /** Our own request fields that bidders see: those of the documented interface, or all that the Java variant passes on. */
  bidder_request_fields: z.enum(['listed', 'wide']).default('listed'),
  /** The variant's rules for bidder-specific first-party data. Default: by variant. */
  first_party_data: z.enum(['go', 'java']).optional(),
  /** Debug output. */
  debug: z
    .object({
      /** Token for `x-pbs-debug-override`, which enables debug output regardless of account and bidders; empty: none. */
      override_token: z.string().default(''),
      /** Max characters of all bodies of bidder calls in the debug output of an auction; further ones are left out. */
      max_body_chars: z.int().min(0).default(8_388_608),
      /** Sampling rate for logging results of timeout notices, and whether only failures are logged. */
      timeout_notification: z
        .object({
          log: z.boolean().default(false),
          sampling_rate: z.number().min(0).max(1).default(0),
          fail_only: z.boolean().default(false),
        })
        .prefault({}),
    })
    .prefault({}),
  /** This host's node, appended to every bidder's supply chain. */
  host_schain_node: z
    .looseObject({
      /** Domain of the advertising system. */
      asi: z.string().optional(),
      /** Id of the seller in that system. */
      sid: z.string().optional(),
      /** Id of the request in that system. */
      rid: z.string().optional(),
      /** Name of the company. */
      name: z.string().optional(),
      /** Domain of the company. */
      domain: z.string().optional(),
      /** 1: the node takes part in the payment. */
      hp: z.int().min(0).max(1).optional(),
      /** Any extension. */
      ext: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  /** Translate bid categories if the request enables it (`includebrandcategory`). */
  category_mapping_enabled: z.boolean().default(true),
  /** Signing of calls to bidders that request it (ads.cert). */
  experiment: z
    .object({
      adscert: z
        .object({
          /** No signing; signing in this process with the key below; or by a signatory service over gRPC. */
          mode: z.enum(['off', 'inprocess', 'remote']).default('off'),
          inprocess: z
            .strictObject({
              /** Call sign of the host: a registrable domain (`example.com`), or an address at it. */
              origin: z.string().default(''),
              /** Private X25519 key in base64url; its public half is published in DNS (`npm run call-sign-key` generates both). */
              key: z.string().default(''),
              /** Seconds between checks for expired DNS records of bidders. */
              domain_check_interval_seconds: z.int().min(1).default(30),
              /** Seconds until a bidder's DNS records expire. */
              domain_renewal_interval_seconds: z.int().min(1).default(30),
              /** Addresses of DNS servers, with or without port; none: the system's. */
              dns_servers: z.array(z.string()).default([]),
            })
            .prefault({}),
          remote: z
            .strictObject({
              /** Address of the signatory: `host:port`, `http://…` or `https://…`. */
              url: z.string().default(''),
              /** Max wait of a call for its signature, ms; then it is sent without one. */
              signing_timeout_ms: z.int().min(1).default(5),
            })
            .prefault({}),
        })
        .loose()
        .prefault({}),
    })
    .prefault({}),
};
