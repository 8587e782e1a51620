/** `/optout`: the user's word that no ids be kept, or that they may be again (usersync.md section 11). */
import type { HostConfig } from '#src/config/schema.ts';
import { readBrowserUids } from './cookie-reader.ts';
import { type Browser, writeUids } from './cookie-writer.ts';
import { UidsCookie } from './uids.ts';

export interface OptOutCall extends Browser {
  /** Query and form fields. */
  readonly fields: URLSearchParams;
  readonly cookieHeader: string | undefined;
  /** Page the call came from, as the browser says. */
  readonly origin: string | undefined;
}

export interface OptOutAnswer {
  readonly status: 301 | 401;
  readonly location?: string | undefined;
  readonly cookies: readonly string[];
}

/** Whether the person behind `token` is one; never rejects. */
export type VerifyPerson = (token: string) => Promise<boolean>;

/**
 * Without a proof of a person the browser is sent to the page that asks for one. A host without reCAPTCHA takes every opt-out,
 * but an opt-in only from its own page.
 */
export async function optOut(call: OptOutCall, config: HostConfig, verify: VerifyPerson | undefined, nowMs: number): Promise<OptOutAnswer> {
  const token = call.fields.get('g-recaptcha-response') ?? '';
  const leaves = (call.fields.get('optout') ?? '') !== '';
  if (verify ? token === '' : !leaves && !isOwnPage(call.origin, config)) {
    return { status: 301, location: `${config.external_url}/static/optout.html`, cookies: [] };
  }
  if (verify && !(await verify(token))) return { status: 401, cookies: [] };
  const { names, stored } = readBrowserUids(call.cookieHeader, config.host_cookie, nowMs);
  const cookie = leaves ? new UidsCookie(undefined, true) : new UidsCookie(stored.entries);
  return {
    status: 301,
    location: (leaves ? config.host_cookie.opt_out_url : config.host_cookie.opt_in_url) || `${config.external_url}/`,
    cookies: writeUids([cookie], names, config.host_cookie, call, nowMs),
  };
}

function isOwnPage(origin: string | undefined, { external_url }: HostConfig): boolean {
  return origin !== undefined && URL.parse(external_url)?.origin === origin;
}
