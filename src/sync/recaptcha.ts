/** Verifies with the reCAPTCHA service that a human sent a form. */
import type { Services } from '#src/auction/services.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { VerifyPerson } from './opt-out.ts';

const TIMEOUT_MS = 2000;

/** The caller of the service, in place of a bidder. */
export const CAPTCHA_CALLS = 'recaptcha';

/** The verification of this host; undefined if no secret is configured. */
export function createRecaptcha({ config, transport, clock, log }: Services): VerifyPerson | undefined {
  const { recaptcha_secret: secret, recaptcha_url: uri } = config;
  if (secret === '') return undefined;
  return (token) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ secret, response: token }).toString();
    const { promise: verified, resolve } = Promise.withResolvers<boolean>();
    const cancel = transport.send({ bidder: CAPTCHA_CALLS, method: 'POST', uri, headers, body, gzip: false }, (exchanged) => {
      const error = exchanged.kind === 'response' ? errorOf(exchanged.response.body) : exchanged.message;
      if (error !== undefined) log.warn({ error }, 'captcha verification failed');
      resolve(error === undefined);
    });
    return withTimeout(verified, TIMEOUT_MS, clock, () => {
      cancel(true);
      log.warn({}, 'captcha service timed out');
      return false;
    });
  };
}

/** The service's error for the token; undefined: none. */
function errorOf(body: string): string | undefined {
  try {
    const response: unknown = JSON.parse(body);
    if (typeof response !== 'object' || response === null) return 'the response is not an object';
    const { success, 'error-codes': codes } = response as { success?: unknown; 'error-codes'?: unknown };
    if (success === true) return undefined;
    return `Captcha verify failed: ${Array.isArray(codes) ? codes.join(', ') : ''}`;
  } catch {
    return 'the response is not JSON';
  }
}
