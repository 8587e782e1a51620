/** `/optout`: the user forbids storing ids, or permits it again. */
import type { HostConfig } from '#src/config/schema.ts';
import { fitToSize } from './cookie-fit.ts';
import { readBrowserUids } from './cookie-reader.ts';
import { type Browser, writeUids } from './cookie-writer.ts';
import { UidsCookie } from './uids.ts';

export interface OptOutCall extends Browser {
  /** Query and form fields. */
  readonly fields: URLSearchParams;
  readonly cookieHeader: string | undefined;
  /** Origin of the request as stated by the browser. */
  readonly origin: string | undefined;
}

export interface OptOutResponse {
  readonly status: 301 | 401;
  readonly location?: string | undefined;
  readonly cookies: readonly string[];
}

/** Whether `token` proves a human user; never rejects. */
export type VerifyPerson = (token: string) => Promise<boolean>;

/**
 * Without proof of a human user the browser is redirected to the form. A host without reCAPTCHA accepts every opt-out, but an opt-in only
 * from its own page.
 */
export async function optOut(
  call: OptOutCall,
  config: HostConfig,
  verify: VerifyPerson | undefined,
  nowMs: number,
): Promise<OptOutResponse> {
  const token = call.fields.get('g-recaptcha-response') ?? '';
  const optsOut = (call.fields.get('optout') ?? '') !== '';
  if (verify ? token === '' : !optsOut && !isOwnPage(call.origin, config)) {
    return { status: 301, location: `${config.external_url}/static/optout.html`, cookies: [] };
  }
  if (verify && !(await verify(token))) return { status: 401, cookies: [] };
  const { names, stored } = readBrowserUids(call.cookieHeader, config.host_cookie, nowMs);
  const parts = optsOut ? [new UidsCookie(undefined, true)] : spreadIds(stored, config);
  return {
    status: 301,
    location: (optsOut ? config.host_cookie.opt_out_url : config.host_cookie.opt_in_url) || `${config.external_url}/`,
    cookies: writeUids(parts, names, { settings: config.host_cookie, browser: call, nowMs, listNoIds: config.rules.listNoIds }),
  };
}

/** The ids without the opt-out, in as many cookies as they had room in. */
function spreadIds({ entries }: UidsCookie, { host_cookie, setuid }: HostConfig): readonly UidsCookie[] {
  const limits = { maxSize: host_cookie.max_cookie_size_bytes, cookies: setuid.number_of_uid_cookies };
  const fit = fitToSize(new UidsCookie(entries), limits, { groupOf: new Map(), hasGroups: false }, true);
  return fit.kind === 'fits' ? fit.parts : [];
}

function isOwnPage(origin: string | undefined, { external_url }: HostConfig): boolean {
  return origin !== undefined && URL.parse(external_url)?.origin === origin;
}
