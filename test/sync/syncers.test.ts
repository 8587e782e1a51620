import { expect, test } from 'vitest';
import type { UserSyncInfo } from '#src/bidders/bidder.ts';
import { ALL, type TypeFilter } from '#src/sync/filters.ts';
import { createSyncers, Syncer, type SyncSource } from '#src/sync/syncers.ts';
import { toMacroValues } from '#src/sync/url-template.ts';

const VALUES = toMacroValues({ GDPR: '1', GDPRConsent: 'C', USPrivacy: '', GPP: '', GPPSID: '' });
const HOST = {
  externalUrl: 'http://us.example',
  redirectUrl: '{{.ExternalURL}}/setuid?bidder={{.SyncerKey}}&f={{.SyncType}}&uid={{.UserMacro}}',
};
const source = (code: string, info: UserSyncInfo | undefined, active = true): SyncSource => ({
  code,
  key: info?.key ?? code,
  active,
  info,
});
const ALL_TYPES: TypeFilter = { iframe: ALL, redirect: ALL };
const NO_IFRAME: TypeFilter = { ...ALL_TYPES, iframe: { bidders: '*', mode: 'exclude' } };
const both: UserSyncInfo = {
  iframe: { url: 'https://a.example/i?r={{.RedirectURL}}' },
  redirect: { url: 'https://a.example/p?r={{.RedirectURL}}' },
};

test('a syncer prefers the iframe, falls back to the pixel', () => {
  const syncer = new Syncer('acme', 'acme', both, HOST);
  expect([syncer.defaultType, syncer.pick(ALL_TYPES), syncer.pick(NO_IFRAME)]).toEqual(['iframe', 'iframe', 'redirect']);
  expect(syncer.pick({ iframe: NO_IFRAME.iframe, redirect: NO_IFRAME.iframe })).toBeUndefined();
  expect(new Syncer('acme', 'acme', { redirect: { url: 'https://a.example' } }, HOST).pick(ALL_TYPES)).toBe('redirect');
  expect(new Syncer('acme', 'acme', { ...both, default: 'redirect' }, HOST).pick(ALL_TYPES)).toBe('redirect');
});

test('a syncer writes the response format into the redirect', () => {
  const url = (info: UserSyncInfo, type: 'iframe' | 'redirect'): string | undefined =>
    new Syncer('acme', 'k', info, HOST).url(type, VALUES);
  expect(url(both, 'iframe')).toBe('https://a.example/i?r=http%3A%2F%2Fus.example%2Fsetuid%3Fbidder%3Dacme%26f%3Db%26uid%3D');
  expect(url(both, 'redirect')).toContain('%26f%3Di%26');
  expect(url({ ...both, formatOverride: 'i' }, 'iframe')).toContain('%26f%3Di%26');
  expect(new Syncer('acme', 'k', { ...both, formatOverride: 'i' }, HOST).format()).toBe('i');
});

test('a syncer appends a redirect that is only a path to the URL', () => {
  const info = { redirect: { url: '//a.example/getuid?', redirectUrl: '/setuid?bidder=acme&gdpr={{gdpr}}&uid=$UID' } };
  expect(new Syncer('acme', 'acme', info, HOST).url('redirect', VALUES)).toBe(
    '//a.example/getuid?http%3A%2F%2Fus.example%2Fsetuid%3Fbidder%3Dacme%26gdpr%3D1%26uid%3D%24UID',
  );
});

test('a syncer lets bidders of one key share its endpoints, each under its own name', () => {
  const { byBidder, errors } = createSyncers(
    [source('parent', { ...both, key: 'k' }), source('child', { key: 'k' }), source('hinted', {})],
    HOST,
  );
  expect(errors).toEqual([]);
  expect([...byBidder.keys()]).toEqual(['child', 'parent']);
  expect(byBidder.get('child')?.url('iframe', VALUES)).toContain('bidder%3Dchild');
  expect(byBidder.get('child')?.key).toBe('k');
});

test('a syncer uses a disabled bidder’s endpoints for others of its key', () => {
  const { byBidder, errors } = createSyncers([source('parent', { ...both, key: 'k' }, false), source('child', { key: 'k' })], HOST);
  expect([errors, [...byBidder.keys()]]).toEqual([[], ['child']]);
});

test('a syncer allows two equal definitions of one key only', () => {
  const twice = (other: UserSyncInfo): readonly string[] =>
    createSyncers([source('b', { ...both, key: 'k' }), source('a', { key: 'k', ...other })], HOST).errors;
  expect(twice(both)).toEqual([]);
  expect(twice({ redirect: both.redirect })).toEqual([
    'bidders a, b define endpoints (iframe and/or redirect) for the same syncer key, but only one bidder is permitted to define endpoints unless the configs are identical',
  ]);
});

test('a syncer reports missing or invalid settings', () => {
  const error = (info: UserSyncInfo): string | undefined => createSyncers([source('acme', info)], HOST).errors[0];
  const prefix = 'cannot create syncer for bidder acme with key acme: ';
  expect(error({ enabled: true })).toBe(`${prefix}at least one endpoint (iframe and/or redirect) is required`);
  expect(error({ redirect: { url: 'nowhere' } })).toBe(`${prefix}redirect composed url: "nowhere" is invalid`);
  expect(error({ iframe: { url: 'javascript:alert(1)' } })).toBe(`${prefix}iframe composed url: "javascript:alert(1)" is invalid`);
  expect(error({ redirect: { url: 'https://a.example/{{x}}' } })).toBe(
    `${prefix}redirect template: acme_usersync_url:1: function "x" not defined`,
  );
});

test('a syncer is skipped under the regulations that its settings name', () => {
  const syncer = new Syncer('acme', 'acme', { ...both, skipWhen: { gdpr: true, gppSid: ['2', '3'] } }, HOST);
  expect([syncer.isSkipped(true, []), syncer.isSkipped(false, [2, 6]), syncer.isSkipped(false, [6])]).toEqual([true, true, false]);
});
