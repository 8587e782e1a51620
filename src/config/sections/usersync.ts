/** User sync: the `uids` cookie, what `/cookie_sync` offers, how `/setuid` stores, `/optout` (usersync.md section 15). */
import { z } from 'zod';

/** Smallest cookie (bytes) a limit may ask for: below it not even one id fits. */
const LEAST_COOKIE_SIZE = 500;

const names = z.array(z.string()).default([]);
const timeout = z.int().min(0).default(2000);

const hostCookie = z.object({
  /** Domain of the cookie; empty: only the very host that was asked. */
  domain: z.string().default(''),
  /** Sync key under which the value of the host's own cookie `cookie_name` is kept. */
  family: z.string().default(''),
  /** Cookie in which the host itself keeps an id of the user. */
  cookie_name: z.string().default(''),
  /** Where users go after they opted out. */
  opt_out_url: z.string().default(''),
  /** Where users go after they opted in again. */
  opt_in_url: z.string().default(''),
  /** A browser cookie of this name and exactly this value counts as opted out. */
  optout_cookie: z.object({ name: z.string().default(''), value: z.string().default('') }).prefault({}),
  /** Lifetime of the cookie. */
  ttl_days: z.int().min(0).default(90),
  /** Bytes of one `uids` cookie; 0 or less: no limit. */
  max_cookie_size_bytes: z
    .int()
    .refine((size) => size <= 0 || size >= LEAST_COOKIE_SIZE, {
      error: (issue) => `Max cookie size ${String(issue.input)} cannot be less than ${LEAST_COOKIE_SIZE}`,
    })
    .default(0),
  /** The host's cookie wins over a stored id that differs, and is offered for storing by a direct `/setuid`. Default: by variant (java). */
  authoritative: z.boolean().optional(),
});

export const usersyncOptions = {
  /** The `uids` cookie. */
  host_cookie: hostCookie.prefault({}),
  user_sync: z
    .object({
      /** Base of redirects back to us; empty: `external_url`. */
      external_url: z.string().default(''),
      /** Redirect template; empty: the variant's (java adds `us_privacy`). */
      redirect_url: z.string().default(''),
      /** Sync bidders the request does not name as well, unless request or account say otherwise. */
      coop_sync: z.object({ default: z.boolean().optional() }).prefault({}),
      /** Bidders by descending priority: order of cooperative syncs, and who keeps an id when the cookie is full. */
      priority_groups: z.array(z.array(z.string())).default([]),
    })
    .prefault({}),
  cookie_sync: z
    .object({
      /** Bidders that are never synced by an iframe. */
      disabled_iframe_bidders: names,
      /** Syncs in an answer, where neither request nor account says; 0 or less: no limit. */
      default_limit: z.int().optional(),
      /** The most syncs in an answer, whatever the request says. */
      max_limit: z.int().optional(),
      /** Java variant: as `user_sync.coop_sync`. */
      coop_sync: z.object({ default: z.boolean().optional() }).prefault({}),
      /** Java variant: one flat list, read as the only priority group. */
      pri: names,
      /** ms for the account look-up. */
      default_timeout_ms: timeout,
    })
    .prefault({}),
  setuid: z
    .object({
      /** Cookies (`uids`, `uids2`, …) the ids may be spread over. */
      number_of_uid_cookies: z.int().min(1).max(30).default(1),
      /** Refuse an id whose bidder's own vendor lacks purpose 1. Default: by variant (java). */
      enforce_bidder_vendor: z.boolean().optional(),
      /** ms for the account look-up. */
      default_timeout_ms: timeout,
    })
    .prefault({}),
  /** Where answers of the captcha of `/optout` are checked. */
  recaptcha_url: z.string().default('https://www.google.com/recaptcha/api/siteverify'),
  /** Secret of this host there; empty: `/optout` asks for no captcha, and takes opt-ins from its own page only. */
  recaptcha_secret: z.string().default(''),
  /** Shown in the widget of `/static/optout.html`. */
  recaptcha_site_key: z.string().default(''),
};
