/** Responses of all endpoints, public and admin, repeat what a caller sends within bounds, whatever their status. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { type Path, pathsOf, withValueAt } from './arbitraries/request.ts';

const LONG = 'long'.repeat(1000);
/** Repetitions of a value: itself, and in targeting, errors and addresses of trackers. */
const MAX_REPEATED = 4;
/** What responses contain beside it. */
const BASE = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'auctor-bounded-'));
const TOKEN = 'token';
const imp = { id: 'i', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: {} } } } };
const site = { page: 'https://p.example/', publisher: { id: 'account' } };

const hosts = new Map<string, RunningHost>();
beforeAll(async () => {
  for (const kind of ['stored_requests', 'stored_imps']) mkdirSync(join(folder, kind), { recursive: true });
  writeFileSync(
    join(folder, 'stored_requests', 'amp.json'),
    JSON.stringify({ id: 'amp', imp: [imp], site, ext: { prebid: { targeting: {} } } }),
  );
  writeFileSync(join(folder, 'stored_imps', 'pod.json'), JSON.stringify({ ext: imp.ext }));
  const filesystem = { directorypath: folder };
  for (const variant of ['go', 'java'] as const) {
    const settings = {
      variant,
      admin_token: TOKEN,
      stored_requests: { filesystem },
      stored_video_req: { filesystem },
      video: { enable_deprecated_endpoint: true },
      account_defaults: { debug_allow: true, events: { enabled: true } },
    };
    hosts.set(variant, await startTestHost(settings));
  }
});
afterAll(async () => {
  await Promise.all([...hosts.values()].map((host) => host.stop(0)));
  rmSync(folder, { recursive: true });
});

/** Queries of endpoints: each parameter is made long in turn. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/openrtb2/amp': {
    ...{
      tag_id: 'amp',
      w: '300',
      h: '250',
      ow: '1',
      oh: '1',
      ms: '300x250',
      curl: 'https://p.example/',
      account: 'a',
      slot: 's',
      timeout: '500',
    },
    ...{ targeting: '{"a":"b"}', consent_string: 'c', consent_type: '1', gdpr_applies: '0', addtl_consent: 'c', gpp: 'g', gpp_sid: '1' },
    ...{ debug: '0', __amp_source_origin: 'https://a.example', trace: 'basic' },
  },
  '/setuid': {
    bidder: 'generic',
    uid: 'u',
    f: 'i',
    gdpr: '0',
    gdpr_consent: 'c',
    gpp: 'g',
    gpp_sid: '1',
    us_privacy: '1---',
    account: 'a',
  },
  '/getuids': { a: 'b' },
  '/event': { t: 'win', b: 'b', a: 'account', bidder: 'generic', ts: '1', f: 'i', int: 'i', aid: 'a', vtype: 'start', x: '1' },
  '/vtrack': { uuid: 'u', ch: 'c', a: 'a' },
  '/cache': { uuid: 'u', a: 'b' },
  '/optout': { optout: '1' },
  '/info/bidders': { enabledonly: 'true', baseadaptersonly: 'true' },
  '/static/load-cookie.html': { endpoint: 'e', bidders: 'b' },
};
const ADMIN_QUERIES: typeof QUERIES = {
  '/logging/changelevel': { level: 'info', duration: '10', logger: 'l' },
  '/logging/httpinteraction': { endpoint: 'auction', statusCode: '200', account: 'a', bidder: 'generic', limit: '5' },
  '/tracelog': { account: 'a', bidderCode: 'generic', level: 'info', duration: '5' },
  '/cache/invalidate': { account: 'a' },
  '/storedrequests/openrtb2': { id: 'i', requests: 'r' },
  '/metrics': { name: 'n' },
  '/machines/auction': { format: 'f' },
  '/rules': { account: 'a' },
};
const BODIES: Readonly<Record<string, object>> = {
  '/openrtb2/auction': {
    id: 'r',
    site,
    imp: [imp],
    user: { id: 'u' },
    cur: ['USD'],
    ext: { prebid: { targeting: {}, channel: { name: 'c', version: 'v' } } },
  },
  '/openrtb2/video': {
    podconfig: { durationrangesec: [15], requireexactduration: false, pods: [{ podid: 1, adpoddurationsec: 15, configid: 'pod' }] },
    site,
    video: { mimes: ['video/mp4'], protocols: [2], w: 1, h: 1 },
    includebrandcategory: { primaryadserver: 1, publisher: 'p' },
    pricegranularity: { precision: 2, ranges: [{ max: 20, increment: 1 }] },
    user: { buyeruids: { generic: 'u' } },
  },
  '/cookie_sync': {
    bidders: ['generic', 'unknown'],
    account: 'a',
    gdpr: 0,
    gdpr_consent: 'c',
    us_privacy: '1---',
    limit: 5,
    filterSettings: { iframe: { bidders: ['x'], filter: 'include' } },
  },
  '/cache': { puts: [{ type: 'xml', value: '<VAST version="3.0"/>', ttlseconds: 5, key: 'k' }] },
  '/vtrack?a=account': {
    puts: [{ type: 'xml', value: '<VAST version="3.0"/>', bidid: 'b', bidder: 'generic', ttlseconds: 5, timestamp: 1 }],
  },
};
const ADMIN_BODIES: typeof BODIES = {
  '/console/try': { endpoint: '/openrtb2/auction', body: '{}' },
  '/console/replay': { recording: {} },
  '/storedrequests/openrtb2': { requests: { a: { id: 'r' } }, imps: { b: {} } },
};

interface Case {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly options: InjectOptions;
}

function casesOf(queries: typeof QUERIES, bodies: typeof BODIES, isAdmin: boolean): Case[] {
  const headers = { host: 'localhost', ...(isAdmin && { authorization: `Bearer ${TOKEN}` }) };
  const long = Object.entries(queries).flatMap(([path, query]) =>
    Object.keys(query).map((name) => {
      const url = `${path}?${new URLSearchParams({ ...query, [name]: LONG })}`;
      return { name: `GET ${path} ${name}`, isAdmin, options: { method: 'GET', url, headers } as InjectOptions };
    }),
  );
  const inBody = Object.entries(bodies).flatMap(([url, body]) =>
    pathsOf(body).map((path: Path) => {
      const payload = JSON.stringify(withValueAt(body, path, LONG));
      const type = { 'content-type': 'application/json' };
      return {
        name: `POST ${url} ${path.join('.')}`,
        isAdmin,
        options: { method: 'POST', url, payload, headers: { ...headers, ...type } } as InjectOptions,
      };
    }),
  );
  const paths = ['GET', 'POST', 'DELETE'].map((method) => ({
    name: `${method} path`,
    isAdmin,
    options: { method, url: `/${LONG}`, headers } as InjectOptions,
  }));
  const named = ['origin', 'referer', 'cookie', 'user-agent', 'x-forwarded-for', 'accept', 'sec-gpc', 'x-request-id'].map((name) => ({
    name: `header ${name}`,
    isAdmin,
    options: {
      method: 'GET',
      url: isAdmin ? '/version' : '/openrtb2/amp?tag_id=amp',
      headers: { ...headers, [name]: LONG },
    } as InjectOptions,
  }));
  return [...long, ...inBody, ...paths, ...named];
}

describe.each(['go', 'java'])('variant %s', (variant) => {
  test.each([
    ['public', QUERIES, BODIES, false],
    ['admin', ADMIN_QUERIES, ADMIN_BODIES, true],
  ] as const)(
    'a long value in any parameter, field, path or header of the %s endpoints is repeated within bounds',
    async (_, queries, bodies, isAdmin) => {
      const host = hosts.get(variant) as RunningHost;
      const unbounded: string[] = [];
      // The charts and metrics that the host itself has.
      const own = new Map<string, number>();
      for (const { name, options } of casesOf(queries, bodies, isAdmin)) {
        const app = isAdmin ? host.admin : host.app;
        const path = String(options.url).split('?')[0] ?? '';
        if (!own.has(path)) own.set(path, (await app.inject({ ...options, url: path, payload: '{}' })).body.length);
        const { statusCode, body, headers } = await app.inject(options);
        const bytes = body.length + JSON.stringify(headers).length - (own.get(path) ?? 0);
        if (bytes > BASE + LONG.length * MAX_REPEATED) unbounded.push(`${name}: ${statusCode}, ${bytes} bytes`);
      }
      expect(unbounded).toEqual([]);
    },
  );
});
