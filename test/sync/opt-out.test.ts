import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { type OptOutResponse, optOut, type VerifyPerson } from '#src/sync/opt-out.ts';
import { cookieHeader } from '#test/helpers/sync.ts';

const NOW = 1_700_000_000_000;
const settings: HostConfigInput = {
  external_url: 'https://us.example',
  host_cookie: { opt_out_url: 'https://us.example/out', opt_in_url: 'https://us.example/in' },
};

const call = (
  fields: string,
  verify?: VerifyPerson,
  over: { origin?: string; cookie?: string; variant?: 'java' } = {},
): Promise<OptOutResponse> =>
  optOut(
    {
      fields: new URLSearchParams(fields),
      cookieHeader: over.cookie ?? cookieHeader({ a: '1' }, NOW),
      userAgent: '',
      https: true,
      origin: over.origin,
    },
    hostSchema.parse({ ...settings, variant: over.variant }),
    verify,
    NOW,
  );
const isPerson: VerifyPerson = async (token) => token === 'person';
const form = { status: 301, location: 'https://us.example/static/optout.html', cookies: [] };

test('/optout redirects callers without proof of a human user to the form', async () => {
  expect(await call('optout=1', isPerson)).toEqual(form);
  expect(await call('g-recaptcha-response=&optout=1', isPerson)).toEqual(form);
});

test('/optout trusts only the captcha service', async () => {
  expect(await call('g-recaptcha-response=robot&optout=1', isPerson)).toEqual({ status: 401, cookies: [] });
});

test('/optout removes all ids and records the opt-out', async () => {
  const { status, location, cookies } = await call('g-recaptcha-response=person&optout=1', isPerson);
  expect([status, location, cookies.length]).toEqual([301, 'https://us.example/out', 1]);
  expect(cookies[0]).toMatch(/^uids=eyJvcHRvdXQiOnRydWV9; Path=\/; .*; Secure; SameSite=None$/);
});

test('/optout writes an empty list of ids with variant java', async () => {
  const { cookies } = await call('g-recaptcha-response=person&optout=1', isPerson, { variant: 'java' });
  const value = cookies[0]?.slice('uids='.length).split(';')[0] ?? '';
  expect(Buffer.from(value, 'base64url').toString()).toBe('{"tempUIDs":{},"optout":true}');
});

test('/optout permits an opt-in', async () => {
  const { location, cookies } = await call('g-recaptcha-response=person&optout=', isPerson, { cookie: 'uids=eyJvcHRvdXQiOnRydWV9' });
  expect([location, cookies[0]?.slice(0, 6)]).toEqual(['https://us.example/in', 'uids=;']);
});

test('/optout accepts every opt-out without a captcha, but an opt-in only from its own page', async () => {
  expect(await call('optout=1')).toMatchObject({ status: 301, location: 'https://us.example/out' });
  expect(await call('')).toEqual(form);
  expect(await call('optout=', undefined, { origin: 'https://evil.example' })).toEqual(form);
  expect(await call('optout=', undefined, { origin: 'https://us.example' })).toMatchObject({ location: 'https://us.example/in' });
});

test('an opt-in keeps ids in as many cookies as they are spread over', async () => {
  const id = 'x'.repeat(250);
  const cookieHeaderOf = (name: string): string => cookieHeader({ [name]: id }, NOW);
  const config = hostSchema.parse({ ...settings, host_cookie: { max_cookie_size_bytes: 500 }, setuid: { number_of_uid_cookies: 2 } });
  const fields = new URLSearchParams('optout=');
  const cookies = `${cookieHeaderOf('a')}; uids2=${cookieHeaderOf('b').slice('uids='.length)}`;
  const response = await optOut(
    { fields, cookieHeader: cookies, userAgent: '', https: true, origin: 'https://us.example' },
    config,
    undefined,
    NOW,
  );
  const written = response.cookies.map((line) => line.slice(0, line.indexOf(';')));
  expect(written).toEqual(cookies.split('; '));
});
