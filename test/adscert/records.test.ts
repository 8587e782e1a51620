import { expect, test } from 'vitest';
import { readKeys, readPolicy } from '#src/adscert/records.ts';

const KEY = 'Bm8J1RW3RxHp_-mx3lE7eAuYObfALvwurVjXtcaYFVA';
const OTHER = 'VfLEG883mudlLgxEA3RJvXm32PowzMgTZGOGCT72zWw';

test.each([
  ['v=adpf a=adscorp.com', 'adscorp.com'],
  ['v=adpf a=adscorp.com z=1 abcd', 'adscorp.com'],
  ['  V=adpf   A=AdsCorp.com  ', 'adscorp.com'],
  ['v=adpf a=someone.github.io', 'someone.github.io'],
])('the policy %j names %s', (text, value) => {
  expect(readPolicy(text)).toEqual({ kind: 'read', value });
});

test.each([
  ['v=adpf', 'it does not name exactly one call sign'],
  ['v=adpf a=a.com a=b.com', 'it does not name exactly one call sign'],
  ['v=adpf v=adpf a=a.com', 'it does not name exactly one call sign'],
  ['v=adpf a=adscorp', 'its call sign is not a registrable domain'],
  ['v=adpf a=subdomain.adscorp.com', 'its call sign is not a registrable domain'],
  ['v=adpf a=co.uk', 'its call sign is not a registrable domain'],
  ['v=adpf a=203.0.113.7', 'its call sign is not a registrable domain'],
  ['v=adpf a=', 'its call sign is not a registrable domain'],
  ['v=adpf a=a.com\r\nX:y', 'its call sign is not a registrable domain'],
])('the policy %j is invalid', (text, why) => {
  expect(readPolicy(text)).toEqual({ kind: 'malformed', why });
});

test.each(['', '  ', 'a=adscorp.com', 'a=adscorp.com v=adpf', 'abcd v=adpf a=adscorp.com', 'v=spf1 -all', 'v=adcrtd k=x25519', '='])(
  '%j is not a policy',
  (text) => {
    expect(readPolicy(text)).toEqual({ kind: 'other' });
  },
);

test.each([
  [`v=adcrtd k=x25519 h=sha256 p=${KEY}`, ['Bm8J1R']],
  [`v=adcrtd k=x25519 h=sha256 p=${KEY} y=1 abcd x=v=v`, ['Bm8J1R']],
  [`v=adcrtd k=x25519 h=sha512:sha256 p=${KEY} p=${OTHER}`, ['Bm8J1R', 'VfLEG8']],
  [`  v=adcrtd  k=x25519  h=sha256  p=${OTHER}  p=${KEY}  `, ['VfLEG8', 'Bm8J1R']],
])('the keys of %j are read in order', (text, aliases) => {
  const keys = readKeys(text);
  expect(keys.kind === 'read' && keys.value.map(({ alias }) => alias)).toEqual(aliases);
  expect(keys.kind === 'read' && keys.value.map(({ raw }) => raw.toString('base64url').slice(0, 6))).toEqual(aliases);
});

test.each([
  [`v=adcrtd h=sha256 p=${KEY}`, 'its keys are not x25519'],
  [`v=adcrtd k=x448 h=sha256 p=${KEY}`, 'its keys are not x25519'],
  [`v=adcrtd k=x25519 k=x25519 h=sha256 p=${KEY}`, 'its keys are not x25519'],
  [`v=adcrtd k=x25519 p=${KEY}`, 'its hash is not sha256'],
  [`v=adcrtd k=x25519 h=sha256 h=sha256 p=${KEY}`, 'its hash is not sha256'],
  [`v=adcrtd k=x25519 h=md5 p=${KEY}`, 'its hash is not sha256'],
  [`v=adcrtd v=adcrtd k=x25519 h=sha256 p=${KEY}`, 'it has more than one version'],
  ['v=adcrtd k=x25519 h=sha256', 'it has no key'],
  ['v=adcrtd k=x25519 h=sha256 p=', 'it contains an invalid key'],
  [`v=adcrtd k=x25519 h=sha256 p=${KEY} p=a`, 'it contains an invalid key'],
  [`v=adcrtd k=x25519 h=sha256 p=${KEY.slice(1)}`, 'it contains an invalid key'],
  [`v=adcrtd k=x25519 h=sha256 p=${KEY}A`, 'it contains an invalid key'],
  [`v=adcrtd k=x25519 h=sha256 p=${KEY.replaceAll('_', '/')}`, 'it contains an invalid key'],
  [`v=adcrtd k=x25519 h=sha256 p=${'A'.repeat(43)}`, 'it contains an invalid key'],
])('the keys of %j are invalid', (text, why) => {
  expect(readKeys(text)).toEqual({ kind: 'malformed', why });
});

test.each(['', `k=x25519 h=sha256 p=${KEY}`, `k=x25519 v=adcrtd h=sha256 p=${KEY}`, `v=other k=x25519 h=sha256 p=${KEY}`])(
  '%j is not a key record',
  (text) => {
    expect(readKeys(text)).toEqual({ kind: 'other' });
  },
);
