/** What auctions of this host do by default. */
import { isIP } from 'node:net';
import { z } from 'zod';

const mode = z.enum(['skip', 'warn', 'enforce']).default('skip');

/** A network in CIDR form. */
const network = (version: 4 | 6) =>
  z.string().refine(
    (text) => {
      const [address = '', bits = ''] = text.split('/', 2);
      return isIP(address) === version && !address.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
    },
    `must be an IPv${version} network such as ${version === 4 ? '10.0.0.0/8' : 'fc00::/7'}`,
  );

export const auctionOptions = {
  /** Which of the two established servers' conventions holds where they conflict (rows marked V of the decisions). */
  variant: z.enum(['go', 'java']).default('go'),
  /** Java variant: take loosely typed requests (single values for lists, lists for texts). Default: by variant. */
  loose_types: z.boolean().optional(),
  /** Unknown bidders, or bad params, under `imp.ext.srv.bidder` are left out with a warning instead of refused (decisions row 18). Default: by variant. */
  drop_invalid_bidders: z.boolean().optional(),
  /** Stored fragments a request may name (Java variant's `auction.profiles`). */
  profiles: z
    .object({ limit: z.int().min(0).default(4), timeout_ms: z.int().min(1).default(100), fail_on_unknown: z.boolean().default(true) })
    .prefault({}),
  /** Java: 401 for an unknown account; go: 400. */
  account_required: z.boolean().default(false),
  /** Accounts whose requests are refused (503). */
  blocked_accounts: z.array(z.string()).default([]),
  /** Apps (`app.id`) whose requests are refused (503). */
  blocked_apps: z.array(z.string()).default([]),
  /** Fill `source.tid` where the request has none. */
  auto_gen_source_tid: z.boolean().default(true),
  /** Give requests made from stored ones of apps, AMP requests and video requests an id of our own. */
  generate_request_id: z.boolean().default(false),
  /** Give every bid an id of our own beside the bidder's (`bid.ext.srv.bidid`). */
  generate_bid_id: z.boolean().default(false),
  /** Replace ids of bids that are too short to be unlike others. */
  enforce_random_bid_id: z.boolean().default(false),
  /** Java variant: renumber duplicate imp ids and fill blank ones. Default: by variant. */
  generate_imp_ids: z.boolean().optional(),
  /** Java variant: refuse requests that name bidders nobody knows. Default: yes. */
  fail_on_unknown_bidders: z.boolean().optional(),
  /** Java variant: refuse requests that name bidders this host has disabled. */
  fail_on_disabled_bidders: z.boolean().default(true),
  /** Java variant: refuse requests with more than one of `app`, `site`, `dooh`; else the first of them counts. */
  strict_app_site_dooh: z.boolean().default(true),
  /** Java variant: what a bidder does not take is taken out of its request; false: sent all the same. */
  filter_imp_media_type: z.boolean().default(true),
  /** Currency of answers where the request names none. */
  ad_server_currency: z.string().default('USD'),
  /** ms of an auction whose request has no `tmax`; 0: none. */
  tmax_default: z.int().min(0).default(0),
  /** ms of an auction without `tmax`, and the most any may have; 0: no limit. Also spelled `auction_timeout_ms`. */
  auction_timeouts_ms: z.object({ default: z.int().min(0).default(0), max: z.int().min(0).default(0) }).prefault({}),
  /** Go variant: what is taken off a bidder's time for the network and for making the answer, and the least it may be left with. */
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
      /** ms a bidder's request may say at least and at most, and the share of the time left it says. */
      biddertmax: z
        .object({
          min: z.int().min(1).default(50),
          max: z.int().min(1).default(5000),
          percent: z.int().min(0).max(100).default(100),
        })
        .prefault({}),
      /** ms kept for making the answer. */
      tmax_upstream_response_time: z.int().min(0).default(30),
      /** Domain of browsing topics where the account names none (Java variant). */
      privacysandbox: z.object({ topicsdomain: z.string().default('') }).prefault({}),
    })
    .prefault({}),
  /** Networks whose addresses are not taken for those of users. */
  request_validation: z
    .object({
      ipv4_private_networks: z
        .array(network(4))
        .default(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8']),
      ipv6_private_networks: z.array(network(6)).default(['::1/128', 'fc00::/7', 'fe80::/10', 'ff00::/8', '2001:db8::/32']),
    })
    .prefault({}),
  /** Bits kept of every IPv6 address (Java variant). */
  ipv6: z.object({ always_mask_right: z.int().min(0).max(128).default(64) }).prefault({}),
  /** A file with a request under every request. */
  default_request: z
    .object({
      type: z.enum(['', 'file']).default(''),
      file: z.object({ name: z.string().default('') }).prefault({}),
      /** As hosts of the Go variant write it; without effect: aliases of the default request are not listed at `/info/bidders`. */
      alias_info: z.boolean().default(false),
    })
    .prefault({}),
  /** What happens to banners that are too large (by these numbers, or by the sizes of the imp where they are 0), and to markup that is not secure where `imp.secure` is 1. */
  validations: z
    .object({
      banner_creative_max_size: mode,
      secure_markup: mode,
      max_creative_width: z.int().min(0).default(0),
      max_creative_height: z.int().min(0).default(0),
    })
    .prefault({}),
  /** For bidders of OpenRTB 2.5: members without a place there are removed, or kept where they are (decisions row 2). */
  openrtb: z.object({ downgrade: z.enum(['strict', 'move']).default('strict') }).prefault({}),
  /** What bidders learn of this host in `ext.srv.server`: nothing, where and who it is, or the call's method and path as well. Default: brief (go), full (java). */
  server_info: z.enum(['none', 'brief', 'full']).optional(),
  /** Our own members of requests that bidders see: the written interface's (decisions row 9), or all the Java variant leaves in. */
  bidder_request_members: z.enum(['listed', 'wide']).default('listed'),
  /** Rules of bidder-specific first-party data where the variants differ. Default: by variant. */
  first_party_data: z.enum(['go', 'java']).optional(),
  /** A request with this in `x-pbs-debug-override` gets debug output whatever account and bidders say; empty: none. */
  debug: z
    .object({
      override_token: z.string().default(''),
      /** What became of notices of timeouts to bidders goes to the log: this share of them, or of those that failed. */
      timeout_notification: z
        .object({
          log: z.boolean().default(false),
          sampling_rate: z.number().min(0).max(1).default(0),
          fail_only: z.boolean().default(false),
        })
        .prefault({}),
    })
    .prefault({}),
  /** Node of this host, put at the end of every bidder's supply chain (decisions row 25). */
  host_schain_node: z.record(z.string(), z.unknown()).optional(),
  /** Translate categories of bids where the request asks for it (`includebrandcategory`). */
  category_mapping_enabled: z.boolean().default(true),
  /** Signing of calls to bidders that ask for it (ads.cert). */
  experiment: z
    .object({
      adscert: z
        .object({
          /** Nobody signs; this process does, with the key below; or a signatory service does, over gRPC. */
          mode: z.enum(['off', 'inprocess', 'remote']).default('off'),
          inprocess: z
            .strictObject({
              /** The call sign the host signs as: a registrable domain (`example.com`), or an address at it. */
              origin: z.string().default(''),
              /** Private X25519 key in base64url; its public half stands in the DNS (`npm run call-sign-key` makes both). */
              key: z.string().default(''),
              /** s between looks at which bidders' DNS records have grown old. */
              domain_check_interval_seconds: z.int().min(1).default(30),
              /** s after which a bidder's DNS records are looked up again. */
              domain_renewal_interval_seconds: z.int().min(1).default(30),
              /** Addresses of DNS servers, with or without port; none: those of the system. */
              dns_servers: z.array(z.string()).default([]),
            })
            .prefault({}),
          remote: z
            .strictObject({
              /** Where the signatory listens: `host:port`, `http://…` or `https://…`. */
              url: z.string().default(''),
              /** ms a call to a bidder waits for its signature at most; then it goes out without. */
              signing_timeout_ms: z.int().min(1).default(5),
            })
            .prefault({}),
        })
        .loose()
        .prefault({}),
    })
    .prefault({}),
};
