import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AuctionReport } from '#src/analytics/auction-report.ts';
import fileLogger from '#src/analytics/file-logger.ts';
import type { AnalyticsModule, Report } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { EventCall } from '#src/events/notification.ts';
import { analyticsEnv, endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { auctionReport, cookieSyncReport, setuidReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const noon = new Date(2016, 1, 16, 17, 50, 7).getTime();

function logger(options: object): AnalyticsModule {
  const module = fileLogger.create(fileLogger.options.parse({ filename: '/tmp/x', ...options }), analyticsEnv(200));
  if (!module) throw new Error('is off');
  return module;
}

/** The JSON of an event's line. */
function lineOf(report: Report): unknown {
  return JSON.parse(logger({ format: 'json' }).encode(report)?.text ?? '');
}

const services = testServices();

function auction(over: Partial<Auction> = {}): AuctionReport {
  const ended = endedAuction(services, validRequest(), { startedAt: Date.UTC(2016, 1, 16), ...over });
  return auctionReport(ended, services, { name: 'filelogger', at: noon, tookMs: 5 });
}

describe('the file logger', () => {
  test('is disabled without a file name', () => {
    expect(fileLogger.create(fileLogger.options.parse({}), analyticsEnv(200))).toBeUndefined();
  });

  test('writes local time before the JSON', () => {
    expect(logger({}).encode(cookieSyncReport({ at: noon }))?.text).toBe(
      '2016/02/16 17:50:07 DEBUG {"type":"/cookie_sync","Status":200,"Errors":[],"BidderStatus":[]}',
    );
  });

  test('writes an auction with the Go variant’s names, in its order', () => {
    const line = logger({ format: 'json' }).encode(auction())?.text ?? '';
    expect(JSON.parse(line)).toEqual({
      type: '/openrtb2/auction',
      Status: 200,
      Errors: [],
      Request: validRequest(),
      Response: { id: 'request', cur: 'USD', seatbid: [] },
      Account: JSON.parse(JSON.stringify(services.config.account_defaults)),
      StartTime: '2016-02-16T00:00:00.000Z',
      HookExecutionOutcome: [],
    });
    expect(Object.keys(JSON.parse(line))).toEqual([
      'type',
      'Status',
      'Errors',
      'Request',
      'Response',
      'Account',
      'StartTime',
      'HookExecutionOutcome',
    ]);
  });

  test('writes rejected requests with their reasons', () => {
    const rejection = { kind: 'invalid', messages: ['request.imp must be there'] } as const;
    const line = lineOf(auction({ rejection, response: undefined, clientResponse: { status: 400, headers: {}, body: '' } }));
    expect(line).toMatchObject({ Status: 400, Errors: ['request.imp must be there'], Response: null });
  });

  test('writes AMP and video with their own fields', () => {
    const amp = auction({ endpoint: 'amp', clientResponse: { status: 200, headers: {}, body: '{"targeting":{"hb_pb":"1"}}' } });
    expect(lineOf(amp)).toMatchObject({
      type: '/openrtb2/amp',
      AuctionResponse: { id: 'request' },
      AmpTargetingValues: { hb_pb: '1' },
      Origin: '',
    });
    const video = auction({ endpoint: 'video', clientResponse: { status: 200, headers: {}, body: '{"adPods":[]}' } });
    expect(lineOf(video)).toMatchObject({ type: '/openrtb2/video', VideoRequest: null, VideoResponse: { adPods: [] } });
  });

  test('writes syncs and notifications', () => {
    expect(lineOf(setuidReport('adnxs', { at: noon }))).toEqual({
      type: '/set_uid',
      Status: 200,
      Bidder: 'adnxs',
      UID: 'u',
      Errors: [],
      Success: true,
    });
    const event: EventCall = {
      type: 'win',
      bidId: 'bidid',
      accountId: 'a',
      bidder: 'alpha',
      timestamp: 1234,
      image: true,
      analytics: true,
    };
    const account = services.config.account_defaults;
    expect(lineOf({ id: 'event-id', kind: 'notification', at: noon, accountId: 'a', event, account, bid: undefined })).toEqual({
      type: '/event',
      request: { type: 'win', format: 'i', analytics: '1', bidid: 'bidid', account_id: 'a', bidder: 'alpha', timestamp: 1234 },
      account: JSON.parse(JSON.stringify(account)),
    });
  });

  test('writes the configured extension key', () => {
    const report = auction({ extKey: 'prebid' });
    const extKeys = (['srv', 'prebid', 'follow'] as const).map((extension) =>
      Object.keys(
        (JSON.parse(logger({ format: 'json', extension }).encode(report)?.text ?? '') as { Request: { ext: object } }).Request.ext,
      ),
    );
    expect(extKeys).toEqual([['srv'], ['prebid'], ['prebid']]);
  });

  test('appends every line to the file of its day', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'auctor-log-'));
    const module = logger({ filename: join(folder, 'events') });
    const day = 24 * 3600 * 1000;
    const { signal } = new AbortController();
    await module.send(
      {
        channel: '',
        items: [
          { id: 'a', text: 'a', at: noon },
          { id: 'b', text: 'b', at: noon + day },
          { id: 'c', text: 'c', at: noon },
        ],
      },
      signal,
    );
    await module.send({ channel: '', items: [{ id: 'e', text: 'd', at: noon + day }] }, signal);
    const files = await Promise.all((await readdir(folder)).sort().map(async (name) => [name, await readFile(join(folder, name), 'utf8')]));
    expect(files).toEqual([
      ['events-20160216', 'a\nc\n'],
      ['events-20160217', 'b\nd\n'],
    ]);
  });

  test('rejects if the folder is missing', async () => {
    const module = logger({ filename: '/nowhere/at/all' });
    await expect(module.send({ channel: '', items: [{ id: 'e', text: 'a', at: noon }] }, new AbortController().signal)).rejects.toThrow(
      'ENOENT',
    );
  });
});
