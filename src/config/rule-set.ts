/** Behaviour of a host where the two established servers differ, by name. */
import type { HostOptions } from './host-options.ts';

export type Variant = HostOptions['variant'];

export interface Rules {
  /** Loosely typed requests are coerced: single values for lists, lists for strings (`coerce_types`). */
  readonly coerceTypes: boolean;
  /** Media types that a bidder does not support are removed from its imps. */
  readonly filterMediaTypes: boolean;
  /** Unknown bidders and invalid params under `imp.ext.srv.bidder` are dropped with a warning (`drop_invalid_bidders`). */
  readonly dropInvalidBidders: boolean;
  /** Blank imp ids are generated, duplicates renumbered (`generate_imp_ids`). */
  readonly generateImpIds: boolean;
  /** Timeout of stored data in ms for a request without `tmax` (`stored_requests_timeout_ms`). */
  readonly storedDataTimeoutMs: number;
  /** Content of `ext.srv.server` for bidders (`server_info`). */
  readonly serverInfo: NonNullable<HostOptions['server_info']>;
  /** Modules run (`hooks.enabled`). */
  readonly runModules: boolean;
  /** Bids beyond a bidder's `maxbids` are removed, instead of only omitting their targeting (`multibid.remove_extra_bids`). */
  readonly removeExtraBids: boolean;
  /** The host's currency rates take precedence over the request's (`currency_converter.host_rates_first`). */
  readonly hostRatesFirst: boolean;
  /** A request may name the address from which floors are fetched (`price_floors.fetcher.request_endpoints`). */
  readonly floorsUrlFromRequest: boolean;
  /** Without consent to precise geolocation, addresses are masked for all recipients (`gdpr.mask_addresses_without_precise_geo`). */
  readonly maskAddresses: boolean;
  /** Vendors must be disclosed in recent TCF strings (`gdpr.strict_disclosed_vendors_treatment`). */
  readonly requireDisclosedVendors: boolean;
  /** The host's cookie overrides a differing stored id (`host_cookie.authoritative`). */
  readonly hostCookieWins: boolean;
  /** `/setuid` rejects an id whose bidder's vendor lacks purpose 1 (`setuid.enforce_bidder_vendor`). */
  readonly enforceBidderVendor: boolean;
  /** If truncated targeting keys collide, the first one is retained (`settings.targeting.colliding_keys`). */
  readonly firstKeyWins: boolean;
  /** Truncated targeting keys are listed in the response's warnings (`settings.targeting.warn_of_truncated_keys`). */
  readonly warnOfTruncatedKeys: boolean;
  /** `/status` returns JSON (`status_format`). */
  readonly statusAsJson: boolean;
  /** The public listener has `/version` without `admin_endpoints.version.on_application_port`, and without authentication. */
  readonly publicVersion: boolean;
  /** Redirects of bidders are followed (`http_client.follow_redirects`). */
  readonly followRedirects: boolean;
  /** Metrics count bidders by type of request and media, which the Java variant's names distinguish (`metrics.prometheus.java_names`). */
  readonly countBidderTypes: boolean;
  /** Analytics modules without a vendor id need consent to purpose 7, too (`analytics.tcf`). */
  readonly measureByConsent: boolean;
  /** The variant of the response shape (`response.shape`). */
  readonly responseShape: Variant;
  /** The variant of `/event` statuses and messages (`event.rules`). */
  readonly eventDialect: Variant;
  /** The variant of `/vtrack` checks, statuses and messages (`vtrack.rules`). */
  readonly vtrackDialect: Variant;
  /** The variant of a cached bid's lifetime rule (`cache.ttl_rule`). */
  readonly ttlDialect: Variant;
  /** The variant of the rules for bidder-specific first-party data (`first_party_data`). */
  readonly fpdDialect: Variant;
  /** Bodies may have the codings `deflate`, `x-gzip` and `identity` as well as gzip. */
  readonly acceptAllCodings: boolean;
  /** Of several errors of one kind only the first is reported. */
  readonly firstErrorOnly: boolean;
  /** Nulls of a request delete no stored values. */
  readonly ignoreNullsOverStored: boolean;
  /** The default request is merged only under requests that name stored data. */
  readonly defaultUnderStoredOnly: boolean;
  /** The stored request, too, determines whether a request is an app's. */
  readonly storedInventoryCounts: boolean;
  /** On a host that generates ids an app's request gets a new one also if only imps of it are stored. */
  readonly storedImpsRenewIds: boolean;
  /** The macro as the id of a stored request gives the request a new id, even if the caller sent one. */
  readonly storedMacroRenewsId: boolean;
  /** A supply chain in its OpenRTB 2.4 location is used if it is valid, and rejects nothing. */
  readonly lenientOldSchain: boolean;
  /** `imp.rwdd` remains beside its OpenRTB 2.5 location in requests of 2.5 bidders (with `openrtb.downgrade: move`). */
  readonly retainsRewarded: boolean;
  /** A blank `device.ua` counts as empty. */
  readonly trimUserAgent: boolean;
  /** The `DNT` header replaces `device.dnt`. */
  readonly overrideDnt: boolean;
  /** Every IPv6 address is truncated to `ipv6.always_mask_right` bits. */
  readonly maskIpv6: boolean;
  /** Loopback, multicast and broadcast addresses never belong to callers. */
  readonly rejectMulticast: boolean;
  /** Browsing topics use the host's domain if the account names none. */
  readonly hostNamesTopicsDomain: boolean;
  /** A `tmax` changed by modules resets the deadline. */
  readonly modulesSetTmax: boolean;
  /** US Privacy strings are enforced (`ccpa.enforce`). */
  readonly enforceUsPrivacy: boolean;
  /** `regs.gdpr` and `user.consent` take precedence over GPP. */
  readonly olderPrivacyFieldsWin: boolean;
  /** The device's country, else the user's, decides the scope of the GDPR if nothing else does; otherwise the user's first. */
  readonly deviceCountryFirst: boolean;
  /** Without a GDPR signal and a country the network of the caller's address is located, whatever the account says. */
  readonly locatesForGdpr: boolean;
  /** Masks remove the user's whole profile with its ids, and all of the device's location but rounded coordinates and coarse places. */
  readonly masksProfiles: boolean;
  /** Activity rules with an empty list of component names or types are ignored. */
  readonly ignoresEmptyActivityRules: boolean;
  /** The user's and the device's ids need purpose 4 itself; otherwise any purpose from 2 on is enough. */
  readonly idsNeedPurpose4: boolean;
  /** Without a consent string vendors are still enforced, and exceptions apply; otherwise only unenforced purposes count. */
  readonly enforceVendorsWithoutConsent: boolean;
  /** While the vendor list of a consent string is missing, purposes use the basic algorithm; otherwise the string counts as no consent. */
  readonly basicWithoutVendorList: boolean;
  /** A purpose that is not enforced, with enforced vendors, needs consent to the vendor or its legitimate interest, in no vendor list. */
  readonly vendorsAloneIfUnenforced: boolean;
  /**
   * Purpose 1 has the rules of the other purposes: vendors count even if it is not enforced, basic vendors need no consent of their own,
   * exceptions help bidders without a vendor id.
   */
  readonly purpose1AsOthers: boolean;
  /** US Privacy strings may use lower case. */
  readonly uspInAnyCase: boolean;
  /** A request may decide whether floors are raised so that adjusted bids reach them. */
  readonly requestAdjustsFloors: boolean;
  /** Floors are raised by bid adjustment rules as well as by factors. */
  readonly undoAdjustmentRules: boolean;
  /** Bidders in requests that this host cannot call get an error with the reason. */
  readonly reportUncallable: boolean;
  /** Template of the redirect back to us (`user_sync.redirect_url`). The id is last: some bidders append it instead of replacing a macro. */
  readonly syncRedirect: string;
  /** A plan that names a missing module stops the startup. */
  readonly requirePlannedModules: boolean;
  /** The default account plan also applies before the account is known. */
  readonly defaultPlanAtEntry: boolean;
  /** Missing hooks of a plan are reported as failed. */
  readonly reportMissingHooks: boolean;
  /** The variant of modules with settings or tables by variant. */
  readonly moduleDialect: Variant;
  /** Stored data from a database is cached per account. */
  readonly cacheByAccount: boolean;
  /** An unreadable account counts as missing, and values of another form are converted: numbers and booleans may be quoted. */
  readonly lenientAccounts: boolean;
  /** A preflight response allows all methods and headers. */
  readonly allowAllPreflights: boolean;
  /** A socket file is a second listener; otherwise it replaces address and port. */
  readonly listenBesideSocket: boolean;
  /** Headers by which a browser describes itself are forwarded to bidders. */
  readonly forwardBrowserHeaders: boolean;
  /** A timeout notification includes the headers of the call. */
  readonly repeatHeadersInNotice: boolean;
  /** The variant of `/cookie_sync` and `/setuid`: checks, statuses and messages. */
  readonly syncDialect: Variant;
  /** Cookies are written for cross-site use, whatever the browser and the protocol. */
  readonly alwaysSiteCookies: boolean;
  /** The cookie of an opt-out has an empty list of ids, without which peers of that variant cannot read it. */
  readonly listNoIds: boolean;
  /** `/info/bidders` describes endpoint and capabilities of disabled bidders, too. */
  readonly describeDisabledBidders: boolean;
  /** Errors of `/info/bidders` have the type of its responses. */
  readonly jsonInfoErrors: boolean;
  /** A bidder has at least `auction.biddertmax.min` ms. */
  readonly guaranteeMinTmax: boolean;
  /** Unknown bidder names are logged with `logging.sampling_rate` if analytics sets no rate. */
  readonly sampleUnknownNames: boolean;
  /** Analytics modules use their names from the Java variant. */
  readonly javaAnalyticsNames: boolean;
  /** The variant of bidders' protocols and info (`adapter_dialect`). */
  readonly adapterDialect: Variant;
  /** Bidders are registered under their codes of the Java variant. */
  readonly javaBidderCodes: boolean;
  /** VAST of bidders may be changed unless their info forbids it (`adapter_defaults.modifying_vast_xml_allowed`). */
  readonly allowVastChanges: boolean;
  /** Settings of unknown bidders are ignored with a warning, even if they are enabled. */
  readonly ignoreUnknownAdapters: boolean;
  /** agma requires consent for its vendor id in addition to its own check. */
  readonly gateAgmaByVendor: boolean;
}
