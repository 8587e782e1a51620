import { describe, expect, test } from 'vitest';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { aBody, type Host, ingest } from '#test/helpers/ingest.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const java = (settings: object = {}): Host => ({ settings: { variant: 'java', ...settings } });
const srv = (fields: object) => ({ ext: { srv: fields } });
const imps = (bidder: object) => ({ imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { srv: { bidder } } }] });
const rejected = async (over: object, host: Host = java()) => (await ingest(aBody(over), host)).rejected;

describe('names in a request to the Java variant', () => {
  test('include aliases in any case, and their vendor ids', async () => {
    const { auction, warnings } = await ingest(
      aBody({ ...imps({ X: {} }), ...srv({ aliases: { x: 'ALPHA' }, aliasgvlids: { X: 2 } }) }),
      java(),
    );
    expect(warnings).toEqual([]);
    expect(auction.aliases.get('X')).toBe('alpha');
  });

  test('are reported by their target if they are unknown', async () => {
    const metrics = new MetricsRegistry();
    const host = { ...java({ fail_on_unknown_bidders: false }), services: { metrics } };
    const { warnings } = await ingest(aBody({ ...imps({ x: {}, alpha: {} }), ...srv({ aliases: { x: 'nobody' } }) }), host);
    expect(warnings).toEqual([
      'request.ext.srv.aliases.x refers to unknown bidder: nobody',
      'WARNING: request.imp[0].ext.srv.bidder.x was dropped with a reason: request.imp[0].ext.srv.bidder contains unknown bidder: nobody',
    ]);
    expect(nonZero(metrics.expose(), 'alias_errors')).toEqual({ 'alias_errors{bidder="unknown"}': 1 });
  });

  test('that are reserved do not receive shared params', async () => {
    const shared = Object.fromEntries(['context', 'all', 'general', 'skadn', 'data', 'gpid', 'tid', 'beta'].map((name) => [name, {}]));
    const { request, warnings } = await ingest(aBody({ ...imps({ alpha: {} }), ...srv({ bidderparams: shared }) }), java());
    expect(request.imp[0]?.ext?.srv?.bidder).toEqual({ alpha: {}, beta: {} });
    expect(warnings).toEqual([]);
  });
});

describe('a transaction id in the Java variant', () => {
  const tidsOf = async (tid: unknown) => {
    const { request } = await ingest(
      aBody({ source: { tid }, imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { alpha: {}, tid } }] }),
      java(),
    );
    return [request.source?.tid, request.imp[0]?.ext?.tid];
  };

  test('is generated if it is blank, and if it has the macro in any case', async () => {
    const [made] = await tidsOf('');
    expect(made).not.toBe('');
    expect(await tidsOf(' ')).toEqual([made, made]);
    expect(await tidsOf('a{{uuid}}b{{UUID}}')).toEqual([`a${made}b${made}`, `a${made}b${made}`]);
    expect(await tidsOf('own')).toEqual(['own', 'own']);
  });
});

describe('a request to the Java variant', () => {
  test('must name its stored requests', async () => {
    expect(await rejected(srv({ storedrequest: {} }))).toEqual(['Id is not found in storedRequest']);
    const imp = { id: 'i', banner: { w: 1, h: 1 }, ext: { srv: { storedrequest: { id: null }, bidder: { alpha: {} } } } };
    expect(await rejected({ imp: [imp] })).toEqual(['Id is not found in storedRequest']);
    expect(await rejected(srv({ storedrequest: {} }), {})).toBeUndefined();
  });

  test('gets the error of the first imp with a malformed ext', async () => {
    const imp = (id: string) => ({ id, banner: { w: 1, h: 1 }, ext: { srv: { storedrequest: 5 } } });
    expect(await rejected({ imp: [imp('a'), imp('b')] })).toEqual([
      'Incorrect Imp extension format for Imp with id a: cannot unmarshal request.imp[0].ext.srv.storedrequest: expect { or n, but found 5',
    ]);
  });

  test.each<[object, string]>([
    [{ pricegranularity: 5 }, 'pricegranularity'],
    [{ pricegranularity: { ranges: 5 } }, 'pricegranularity'],
    [{ mediatypepricegranularity: { banner: [] } }, 'mediatypepricegranularity.banner'],
    [{ mediatypepricegranularity: { video: 'other' } }, 'mediatypepricegranularity.video'],
    [{ mediatypepricegranularity: { native: { precision: 'x' } } }, 'mediatypepricegranularity.xNative'],
  ])('with the targeting %j gets the error of the malformed granularity', async (targeting, name) => {
    expect(await rejected(srv({ targeting }))).toEqual([`Error while parsing request.ext.srv.targeting.${name}`]);
  });

  test('may use legacy granularity names for media types', async () => {
    expect(await rejected(srv({ targeting: { mediatypepricegranularity: { video: 'low' } } }))).toBeUndefined();
  });
});
