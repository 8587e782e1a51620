import fc from 'fast-check';
import { expect, test } from 'vitest';
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import { goJson } from '#src/analytics/go-names.ts';
import type { Report } from '#src/analytics/module.ts';
import { plainJson } from '#src/analytics/plain-names.ts';
import { signalPrivacy } from '#src/analytics/signals.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import type { BidderPrivacy } from '#src/auction/privacy/decision.ts';
import { publishEnd } from '#src/auction/publish.ts';
import { HOOK_STAGES } from '#src/config/hook-stages.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { silentLog } from '#src/platform/log.ts';
import { beginRecording, recordingOf } from '#src/replay/recording.ts';
import { LocalSource } from '#src/taps/source.ts';
import { startAnalytics } from '#streams/analytics.ts';
import { aModule } from '#test/helpers/analytics.ts';
import { incoming } from '#test/helpers/auction.ts';
import { type FakeStages, moduleServices } from '#test/helpers/modules.ts';
import { subscription } from '#test/helpers/tap-hub.ts';
import { runs } from './runs.ts';

const [LAT, ADDRESS] = [48.13743, '203.0.113.77'];
const BIDDERS = ['alpha', 'beta'];

/** Every text that a decision may forbid identifies itself, in all locations a caller may use. */
const personalRequest = (regs: object, device: object) => ({
  id: 'request',
  imp: [{ id: 'imp-1', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { alpha: {}, beta: {} } } } }],
  site: { page: 'https://publisher.example/', publisher: { id: 'publisher' } },
  regs,
  user: {
    id: 'ID-user',
    buyeruid: 'ID-buyer',
    keywords: 'UFPD-keywords',
    yob: 1977,
    data: [{ name: 'UFPD-data' }],
    eids: [{ source: 'id.example', uids: [{ id: 'EID-plain' }] }],
    geo: { lat: LAT, lon: 11.5 },
    ext: {
      data: { segment: 'UFPD-ext' },
      eids: [{ source: 'id.example', uids: [{ id: 'EID-ext' }] }],
      prebid: { buyeruids: { alpha: 'ID-alpha' } },
    },
    // The location in video requests.
    buyeruids: { alpha: 'ID-video' },
  },
  device: { ua: 'agent', ip: ADDRESS, ifa: 'ID-ifa', geo: { lat: LAT, lon: 11.5 }, ...device },
  tmax: 500,
  test: 1,
  ext: {
    prebid: {
      debug: true,
      targeting: {},
      data: { bidders: BIDDERS },
      bidderconfig: [
        {
          bidders: BIDDERS,
          config: {
            ortb2: {
              user: { keywords: 'UFPD-config', ext: { eids: [{ source: 'id.example', uids: [{ id: 'EID-config' }] }] } },
              device: { ifa: 'ID-config' },
            },
          },
        },
      ],
    },
  },
});

/** Recipients that may be restricted: a bidder, the analytics module, the hook. */
const who = fc.uniqueArray(fc.constantFrom('alpha', 'beta', 'sink', 'hook'));
const activities = fc
  .record({ transmitUfpd: who, transmitEids: who, transmitPreciseGeo: who })
  .map((denied) =>
    Object.fromEntries(
      Object.entries(denied).map(([activity, componentName]) => [
        activity,
        { default: true, rules: componentName.length > 0 ? [{ condition: { componentName }, allow: false }] : [] },
      ]),
    ),
  );
const situation = fc.record({
  activities,
  regs: fc.constantFrom({}, {}, { coppa: 1 }, { us_privacy: '1YYN' }),
  device: fc.constantFrom({}, {}, { lmt: 1 }),
  honor: fc.boolean(),
  error: fc.constantFrom({}, {}, {}, { imp: [] }, { tmax: -1 }),
});

const seesAll = new Set(['entrypoint', 'raw_auction_request']);

/** Runs a complete auction with all three recipients; returns what each got, and its decisions. */
async function observed({ activities: rules, regs, device, honor, error }: typeof situation extends fc.Arbitrary<infer S> ? S : never) {
  const seen = { hook: '', sink: '', taps: '' };
  const hook: FakeStages = Object.fromEntries(
    HOOK_STAGES.filter((stage) => !seesAll.has(stage)).map((stage) => [
      stage,
      [
        {
          hooks: {
            hook: (payload: unknown) => {
              seen.hook += JSON.stringify(payload);
              return undefined;
            },
          },
        },
      ],
    ]),
  );
  const account_defaults = { debug_allow: true, privacy: { allowactivities: rules } };
  const settings = { account_defaults, analytics: { honor_signals: honor }, ccpa: { enforce: true } } as HostConfigInput;
  const services = moduleServices(hook, { bidders: BIDDERS, settings });
  const encode = (report: Report): undefined => {
    if ('response' in report)
      for (const extKey of ['srv', 'prebid'] as const) seen.sink += goJson(report, '"type":"x"', extKey) + plainJson(report, extKey);
  };
  const analytics = startAnalytics([aModule('sink', { encode })], services);
  const source = new LocalSource({ bus: services.bus, log: silentLog, maxBodyBytes: 0, recordingOf });
  source.rendered.subscribe(({ kind, messages }) => {
    if (kind !== 'auction') return;
    const { bodies, recording } = JSON.parse(messages.recording ?? '{}') as {
      bodies: { [part: string]: unknown };
      recording: { incoming: object };
    };
    // Bidders' calls are shown as sent to each of them.
    const { calls: _, response, ...rest } = bodies;
    const [, debug = ''] = /"resolvedrequest":(.*)/s.exec(String(response)) ?? [];
    seen.taps += JSON.stringify([messages.plain, rest, debug, recording.incoming]);
  });
  source.want([subscription({ bodies: true, recording: true })]);
  const recording = beginRecording(services);
  const used = recording?.services ?? services;
  const body = Buffer.from(JSON.stringify({ ...personalRequest(regs, device), ...error }));
  const call = incoming({ body, headers: { 'x-forwarded-for': ADDRESS }, remoteAddress: ADDRESS });
  const auction = newAuction('auction', call, used, (ended) => publishEnd(ended, services));
  recording?.attach(auction);
  runAuction(auction, used, stages, observeAuction(auction, services));
  for (let ms = 0; ms < 30; ms++) {
    services.clock.wind(1);
    await new Promise(setImmediate);
  }
  const stopped = analytics.stop(0);
  services.clock.wind(1);
  await stopped;
  const { account } = auction;
  const decisions: { [observer in keyof typeof seen]: BidderPrivacy[] } = {
    hook: [componentPrivacy({ type: 'general', name: 'hook' }, account, services)],
    sink: [componentPrivacy({ type: 'analytics', name: 'sink' }, account, services), signalPrivacy(auction, false, services)],
    taps: [...auction.privacy.values()],
  };
  return { seen, decisions };
}

/** Texts a decision forbids. */
const FORBIDDEN: readonly (readonly [RegExp, (decision: BidderPrivacy) => boolean])[] = [
  [/(?<!E)ID-\w+/, ({ mayPassIds, mayPassUfpd }) => !mayPassIds || !mayPassUfpd],
  [/UFPD-\w+/, ({ mayPassUfpd }) => !mayPassUfpd],
  [/EID-\w+/, ({ mayPassUfpd, mayPassIds, mayPassEids }) => !mayPassUfpd || !mayPassIds || mayPassEids === false],
  [/48\.13743/, ({ mayPassPreciseGeo, emptiesGeo }) => !mayPassPreciseGeo || emptiesGeo === true],
  [/203\.0\.113\.77/, ({ mayPassPreciseGeo, emptiesGeo }) => !mayPassPreciseGeo || emptiesGeo === true],
];

test('data removed by a privacy decision is in no tap, analytics module or hook', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (situated) => {
      const { seen, decisions } = await observed(situated);
      expect(seen.taps.length).toBeGreaterThan(100);
      for (const observer of ['hook', 'sink', 'taps'] as const) {
        for (const [mark, isForbidden] of FORBIDDEN) {
          if (decisions[observer].some(isForbidden)) expect([observer, mark.exec(seen[observer])?.[0]]).toEqual([observer, undefined]);
        }
      }
    }),
    runs(60),
  );
});

test('data that no decision removes is visible to all three', async () => {
  const { seen } = await observed({ activities: {} as never, regs: {}, device: {}, honor: true, error: {} });
  for (const observer of ['hook', 'sink', 'taps'] as const) {
    for (const [mark] of FORBIDDEN) expect([observer, mark.source, mark.test(seen[observer])]).toEqual([observer, mark.source, true]);
  }
});
