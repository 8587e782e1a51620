/** User sync: the `uids` cookie, `/cookie_sync`, `/setuid`, `/optout`. */
import { z } from 'zod';
import { baseAddress } from './base-address.ts';

/** Min value of a cookie size limit (bytes): below it not even one id fits. */
const MIN_COOKIE_SIZE = 500;

const names = z.array(z.string()).default([]);
const timeout = z.int().min(0).default(2000);

const hostCookie = z.object({
  /** Domain of the cookie; empty: only the requested host. */
  domain: z.string().default(''),
  /** Sync key under which the value of the host's own cookie `cookie_name` is stored. */
  family: z.string().default(''),
  /** Cookie in which the host itself stores an id of the user. */
  cookie_name: z.string().default(''),
  /** Redirect target after an opt-out. */
  opt_out_url: z.string().default(''),
  /** Redirect target after an opt-in. */
  opt_in_url: z.string().default(''),
  /** A cookie of this name and exact value counts as an opt-out. */
  optout_cookie: z.object({ name: z.string().default(''), value: z.string().default('') }).prefault({}),
  /** Lifetime of the cookie. */
  ttl_days: z.int().min(0).default(90),
  /** Hide the cookie from scripts of pages (`HttpOnly`); off for hosts whose own pages read it. */
  http_only: z.boolean().default(true),
  /** Max bytes of one `uids` cookie; 0 or less: no limit. */
  max_cookie_size_bytes: z
    .int()
    .refine((size) => size <= 0 || size >= MIN_COOKIE_SIZE, {
      error: (issue) => `Max cookie size ${String(issue.input)} cannot be less than ${MIN_COOKIE_SIZE}`,
    })
    .default(0),
  /** The host's cookie overrides a differing stored id, and `/cookie_sync` offers a direct `/setuid` for it. Default: by variant (java). */
  authoritative: z.boolean().optional(),
});

export const usersyncOptions = {
  /** The `uids` cookie. */
  host_cookie: hostCookie.prefault({}),
  user_sync: z
    .object({
      /** Base of redirects back to us; empty: `external_url`. */
      external_url: baseAddress().default(''),
      /** Redirect template; empty: the variant's (java adds `us_privacy`). */
      redirect_url: z.string().default(''),
      /** Also sync bidders the request does not name, unless request or account say otherwise. */
      coop_sync: z.object({ default: z.boolean().optional() }).prefault({}),
      /** Bidders by descending priority: the order of cooperative syncs, and of ids retained when the cookie is full. */
      priority_groups: z.array(z.array(z.string())).default([]),
    })
    .prefault({}),
  cookie_sync: z
    .object({
      /** Bidders never synced by iframe. */
      disabled_iframe_bidders: names,
      /** Default max syncs in a response; 0 or less: no limit. */
      default_limit: z.int().optional(),
      /** Upper limit of syncs in a response, whatever the request says. */
      max_limit: z.int().optional(),
      /** Java variant: as `user_sync.coop_sync`. */
      coop_sync: z.object({ default: z.boolean().optional() }).prefault({}),
      /** Java variant: a flat list, used as the only priority group. */
      pri: names,
      /** Timeout of the account lookup, ms. */
      default_timeout_ms: timeout,
    })
    .prefault({}),
  setuid: z
    .object({
      /** Max cookies (`uids`, `uids2`, …) that hold the ids. */
      number_of_uid_cookies: z.int().min(1).max(30).default(1),
      /** Reject an id whose bidder's own vendor lacks purpose 1. Default: by variant (java). */
      enforce_bidder_vendor: z.boolean().optional(),
      /** Timeout of the account lookup, ms. */
      default_timeout_ms: timeout,
    })
    .prefault({}),
  /** Address that verifies the captcha of `/optout`. */
  recaptcha_url: z.string().default('https://www.google.com/recaptcha/api/siteverify'),
  /** Captcha secret of this host; empty: `/optout` requires no captcha, and accepts opt-ins only from its own page. */
  recaptcha_secret: z.string().default(''),
  /** Site key of the widget in `/static/optout.html`. */
  recaptcha_site_key: z.string().default(''),
};
