/** The pages of user sync: two that start syncs from within a frame, and the opt-out form. */
import { readFileSync } from 'node:fs';

export interface SyncPages {
  /** Path → HTML. */
  readonly byPath: ReadonlyMap<string, string>;
}

const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n${body}\n</html>\n`;

const loadCookie = (script: string, consent: 'optional' | 'required'): string =>
  page('User sync', `<body data-consent="${consent}">\n<script>\n${script}</script>\n</body>`);

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** The opt-out form; it contains the captcha widget only if the host has a site key. */
function optOutForm(siteKey: string): string {
  const widget = siteKey === '' ? '' : `<div class="g-recaptcha" data-sitekey="${escapeHtml(siteKey)}"></div>\n`;
  const script = siteKey === '' ? '' : '<script src="https://www.google.com/recaptcha/api.js" async defer></script>\n';
  return page(
    'User sync: opt out',
    `<body>\n<h1>Ids of advertisers</h1>\n<p>This server keeps ids that advertisers' partners gave your browser, so that they know it again.
You can have them removed and kept from coming back.</p>
<form method="post" action="/optout">\n${widget}<button name="optout" value="1">Opt out</button>\n<button name="optout" value="">Opt in again</button>\n</form>\n${script}</body>`,
  );
}

/** @param siteKey public reCAPTCHA key; empty: none */
export function makePages(siteKey: string): SyncPages {
  const script = readFileSync(new URL('load-cookie.js', import.meta.url), 'utf8');
  return {
    byPath: new Map([
      ['/static/load-cookie.html', loadCookie(script, 'optional')],
      ['/static/load-cookie-with-consent.html', loadCookie(script, 'required')],
      ['/static/optout.html', optOutForm(siteKey)],
    ]),
  };
}
