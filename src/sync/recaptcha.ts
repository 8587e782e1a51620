/** Asks the reCAPTCHA service whether a person sent a form. */
import type { Services } from '#src/auction/services.ts';
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { VerifyPerson } from './opt-out.ts';

const TIMEOUT_MS = 2000;

/** The check of this host; undefined where no secret is configured. */
export function createRecaptcha({ config, transport, clock, log }: Services): VerifyPerson | undefined {
  const { recaptcha_secret: secret, recaptcha_url: uri } = config;
  if (secret === '') return undefined;
  return (token) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ secret, response: token }).toString();
    const { promise: verified, resolve } = Promise.withResolvers<boolean>();
    const cancel = transport.send({ bidder: 'recaptcha', method: 'POST', uri, headers, body, gzip: false }, (exchanged) => {
      const fault = exchanged.kind === 'answer' ? faultOf(exchanged.answer.body) : exchanged.message;
      if (fault !== undefined) log.warn({ fault }, 'captcha verify failed');
      resolve(fault === undefined);
    });
    return withTimeout(verified, TIMEOUT_MS, clock, () => {
      cancel();
      log.warn({}, 'the captcha service did not answer in time');
      return false;
    });
  };
}

/** What the service says against the token; undefined: nothing. */
function faultOf(body: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return 'the answer is no object';
    const { success, 'error-codes': codes } = answer as { success?: unknown; 'error-codes'?: unknown };
    if (success === true) return undefined;
    return `Captcha verify failed: ${Array.isArray(codes) ? codes.join(', ') : ''}`;
  } catch {
    return 'the answer is not JSON';
  }
}
