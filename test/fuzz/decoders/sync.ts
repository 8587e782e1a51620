/** Cookies, and the calls of user-ID sync. */
import { parseCookies } from '#src/sync/cookie-reader.ts';
import { parseCookieSyncRequest } from '#src/sync/cookie-sync-request.ts';
import { parseTypeFilter } from '#src/sync/filters.ts';
import { gdprInfo, setUidSignals } from '#src/sync/set-uid-params.ts';
import { decodeUids, encodeUids } from '#src/sync/uids-encoding.ts';
import { type Decoder, decoder, isBounded } from '../decoder.ts';
import * as seeds from '../seeds.ts';

const NOW = Date.UTC(2026, 0, 1);

export const SYNC: readonly Decoder[] = [
  decoder({
    name: 'uids',
    format: 'base64',
    decode: (value) => {
      const read = decodeUids(value, NOW);
      return {
        read: [...read.entries],
        optedOut: read.optedOut,
        again: [...decodeUids(encodeUids(read), NOW).entries],
        length: encodeUids(read).length,
      };
    },
    laws: {
      'encoded ids decode to the same ids': ({ read, again }) => JSON.stringify([...read].sort()) === JSON.stringify([...again].sort()),
      'who opted out has no ids': ({ read, optedOut }) => !optedOut || read.length === 0,
      'the cookie is at most 10 times as long as before': ({ length }, value) => length <= 10 * value.length + 100,
    },
    seeds: seeds.UIDS,
    tokens: ['tempUIDs', 'uids', 'optout', 'expires', 'uid', 'audienceNetwork', '0001-01-01T00:00:00Z'],
  }),
  decoder({
    name: 'cookie-header',
    format: 'text',
    decode: parseCookies,
    laws: {
      'a name is neither empty nor contains a separator': (cookies) =>
        cookies.every(([name, value]) => name !== '' && !/[;=]/.test(name) && !value.includes(';')),
      'it does not grow': isBounded(4, 100),
    },
    seeds: ['uids=e30=; uids2="e30%3D"; a=b', '=; a ; ;b=', 'a=b=c; a=d'],
  }),
  decoder({
    name: 'cookie-sync',
    format: 'json',
    decode: (body) => {
      const parsed = parseCookieSyncRequest(body);
      return 'error' in parsed ? parsed : { ...parsed, filter: parseTypeFilter(parsed.value.filterSettings) };
    },
    laws: { 'it does not grow': isBounded(4, 1000) },
    seeds: [
      JSON.stringify({
        bidders: ['alpha', null],
        gdpr: 1,
        gdpr_consent: 'C',
        us_privacy: '1YNN',
        gpp: 'DBAA',
        gpp_sid: '2',
        limit: 5,
        coopSync: true,
        account: 'a',
        debug: true,
        filterSettings: { iframe: { bidders: '*', filter: 'include' }, image: { bidders: ['alpha'], filter: 'exclude' } },
      }),
      'null',
    ],
  }),
  decoder({
    name: 'setuid',
    format: 'text',
    decode: (query) => {
      const params = new URLSearchParams(query);
      const info = gdprInfo(params);
      return { info, signals: setUidSignals(params, info) };
    },
    laws: {
      'a GDPR scope without consent is an error': ({ info }) => info.signal !== 1 || info.consent !== '' || info.error !== undefined,
      'it does not grow': isBounded(6, 2000),
    },
    seeds: [
      'bidder=a&uid=u&f=i&gdpr=1&gdpr_consent=C',
      'gpp=DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA&gpp_sid=2',
      'gpp_sid=2,6&gdpr=0',
    ],
    tokens: ['gpp=', 'gpp_sid=', 'gdpr=', 'gdpr_consent=', '&', '2', ','],
  }),
];
