import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { maskRequest } from '#src/auction/privacy/mask.ts';
import {
  type Adapter,
  type BidderDefinition,
  type Call,
  type HttpResponse,
  type MadeBids,
  MEDIA_TYPES,
  type RequestInfo,
  type SharedRequest,
  type TypedBid,
} from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { type Schema, toDraft4 } from '#src/bidders/params/schema.ts';
import { compileValidator } from '#src/bidders/params/validator.ts';
import { accountSchema } from '#src/config/account.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { denormaliseCall } from '#src/openrtb/rename.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { builderOf, infos, requestsWith, responses } from './arbitraries/adapter-input.ts';
import { json } from './arbitraries/json.ts';
import { valuesOf } from './arbitraries/params.ts';
import { pathsOf, withValueAt } from './arbitraries/request.ts';
import { runs } from './runs.ts';

const definitions = await findDefinitions();
/** Enough runs per bidder within a few seconds for all. */
const budget = runs(Math.max(10, Math.min(100, Math.floor(3000 / definitions.length))));

const DIALECTS = ['go', 'java'] as const;
const adaptersOf = (definition: BidderDefinition): readonly Adapter[] =>
  DIALECTS.map((dialect) => definition.build(deepFreeze({ ...builderOf(definition), dialect })));
const schemaOf = ({ params, schema }: BidderDefinition): Schema => schema ?? toDraft4(params);

const nowhere: Call = { method: 'POST', uri: 'https://partner.example', headers: {}, impIds: [] };
const both = (adapter: Adapter, request: SharedRequest, info: RequestInfo, response: HttpResponse) => {
  const made = adapter.makeRequests(request, info);
  const read = (made.calls.length > 0 ? made.calls : [nowhere]).map((call) => adapter.makeBids(request, deepFreeze(call), response));
  return { made, read };
};

const isString = (value: unknown): boolean => typeof value === 'string';

function expectCall({ method, uri, headers, body, impIds }: Call): void {
  expect(['GET', 'POST']).toContain(method);
  expect([uri, ...impIds].every(isString)).toBe(true);
  expect(Object.values(headers).flat().every(isString)).toBe(true);
  expect(['object', 'string', 'undefined']).toContain(typeof body);
  JSON.stringify(body);
}

/** These bidders name the media type in a field of their own, which their adapters pass on unchecked: the auction drops unknown types. */
const NAME_OWN_TYPES: ReadonlySet<string> = new Set([
  'criteo',
  'e_volution',
  'frvradn',
  'goldbach',
  'grid',
  'mgid',
  'mgidX',
  'operaads',
  'richaudience',
]);
const TYPES: ReadonlySet<TypedBid['type']> = new Set([...MEDIA_TYPES, '']);

function expectBids({ result, errors }: MadeBids, code: string): void {
  for (const error of errors) expect([typeof error.code, typeof error.message]).toEqual(['number', 'string']);
  for (const { bid, type } of result?.bids ?? []) {
    expect([typeof bid.id, typeof bid.impid, typeof bid.price]).toEqual(['string', 'string', 'number']);
    expect({ type, isValid: NAME_OWN_TYPES.has(code) ? isString(type) : TYPES.has(type) }).toEqual({ type, isValid: true });
  }
}

/** An integer that JavaScript cannot count beyond: a schema accepts it, zod does not. */
const isUnsafe = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isUnsafe)
    : Number.isInteger(value) && !Number.isSafeInteger(value);

/** Params of the schema, the same with one value replaced or removed, or any JSON. */
const nearParams = (schema: Schema): fc.Arbitrary<unknown> => {
  const valid = valuesOf(schema);
  const changed = fc.tuple(valid, fc.nat(), fc.option(json, { nil: undefined })).map(([value, at, other]) => {
    const paths = pathsOf(value);
    return withValueAt(value, paths[at % Math.max(1, paths.length)] ?? [], other) ?? null;
  });
  return fc
    .oneof({ weight: 4, arbitrary: valid }, { weight: 4, arbitrary: changed }, { weight: 1, arbitrary: json })
    .filter((value) => !isUnsafe(value));
};

const account = accountSchema.parse({});
const decisions: fc.Arbitrary<BidderPrivacy> = fc
  .record({
    mayPassIds: fc.boolean(),
    mayPassUfpd: fc.boolean(),
    mayPassPreciseGeo: fc.boolean(),
    mayPassTid: fc.boolean(),
    mayPassEids: fc.constantFrom(true, false, undefined),
    emptiesGeo: fc.boolean(),
    masksProfile: fc.boolean(),
  })
  .map((restrictions) => ({ ...unlimited, ...restrictions }));

const eidsOf = (mark: string) => [{ source: `<<source ${mark}>>`, uids: [{ id: `<<uid ${mark}>>`, atype: 1 }] }];
/** The request with a mark in each personal field. */
const withMarks = (request: SharedRequest): BidRequest =>
  ({
    ...request,
    imp: request.imp.map((imp) => ({ ...imp, ext: { ...imp.ext, tid: '<<imp tid>>' } })),
    source: { ...request.source, tid: '<<tid>>' },
    user: {
      ...{ id: '<<id>>', buyeruid: '<<buyeruid>>', gender: '<<gender>>', keywords: '<<keywords>>', customdata: '<<customdata>>' },
      ...{
        kwarray: ['<<kwarray>>'],
        data: [{ id: '<<data>>' }],
        eids: eidsOf('user'),
        geo: { city: '<<user city>>', zip: '<<user zip>>' },
      },
      ext: { data: { eids: eidsOf('data') }, eids: eidsOf('ext'), consent: 'consent' },
    },
    device: {
      ...{ ua: 'agent', ip: '203.0.113.77', ipv6: '2001:db8:1:2:3:4:5:6', ifa: '<<ifa>>', macsha1: '<<macsha1>>', didmd5: '<<didmd5>>' },
      ...{ dpidsha1: '<<dpidsha1>>', geo: { lat: 12.345678, lon: 98.765432, city: '<<city>>', zip: '<<zip>>' } },
    },
  }) as BidRequest;
const MARK = /<<[^<>]+>>|203\.0\.113\.77|2001:db8:1:2:3:4:5:6|12\.345678|98\.765432/g;
/** Escapes of URLs are undone: values in queries count too. */
const marksIn = (value: unknown): ReadonlySet<string> =>
  new Set(
    JSON.stringify(value)
      .replace(/%3C/gi, '<')
      .replace(/%3E/gi, '>')
      .replace(/%3A/gi, ':')
      .replace(/\+|%20/g, ' ')
      .match(MARK),
  );

/** The request with our own object, which has a mark, wherever an `ext` has one. */
function withOwnObjects(request: SharedRequest): SharedRequest {
  const own = { srv: { adunitcode: '<<own>>' } };
  const parts = (['site', 'app', 'user', 'device'] as const).flatMap((name) =>
    request[name] ? [[name, { ...request[name], ext: own }]] : [],
  );
  const imp = request.imp.map((one) => ({ ...one, ext: { ...one.ext, ...own } }));
  return { ...request, ...Object.fromEntries(parts), imp, ext: own } as SharedRequest;
}
const OWN_OBJECT = /"srv":\{[^{}]*<<own>>/;

describe('every bidder', () => {
  test.each(definitions.map((definition) => [definition.code, definition] as const))(
    '%s makes calls or errors of any request, bids or errors of any response, deterministically',
    (code, definition) => {
      const adapters = adaptersOf(definition);
      const requests = requestsWith(valuesOf(schemaOf(definition)));
      fc.assert(
        fc.property(requests, infos, responses, fc.constantFrom(...adapters), (request, info, response, adapter) => {
          deepFreeze(request);
          deepFreeze(response);
          const { made, read } = both(adapter, request, info, response);
          made.calls.forEach(expectCall);
          for (const one of read) expectBids(one, code);
          expect(JSON.stringify(both(adapter, request, info, response))).toBe(JSON.stringify({ made, read }));
        }),
        budget,
      );
    },
  );

  test('accepts exactly the params that its published schema accepts', () => {
    for (const definition of definitions) {
      for (const described of [definition, definition.java]) {
        if (!described?.params) continue;
        const { params, schema = toDraft4(params) } = described;
        const errorsOf = compileValidator(schema);
        fc.assert(
          fc.property(nearParams(schema), (value) => {
            expect(params.safeParse(value).success, definition.code).toBe(errorsOf(value).length === 0);
          }),
          runs(30),
        );
      }
    }
  });

  test('sends no data that a privacy decision removed, not even data of an earlier request', () => {
    for (const definition of definitions) {
      const { code } = definition;
      const requests = requestsWith(valuesOf(schemaOf(definition)));
      fc.assert(
        fc.property(requests, infos, decisions, fc.constantFrom(...adaptersOf(definition)), (request, info, decision, adapter) => {
          const full = withMarks(request);
          const masked = maskRequest(full, decision, account);
          adapter.makeRequests(full, info);
          const { calls } = adapter.makeRequests(masked, info);
          const notices = calls.map((call) => adapter.timeoutNotice?.(call));
          const removed = marksIn(full).difference(marksIn(masked));
          expect({ code, sent: marksIn([calls, notices]).intersection(removed) }).toEqual({ code, sent: new Set() });
        }),
        runs(8),
      );
    }
  });

  test('sends our extension object under the key of the caller, also in bodies that are not OpenRTB', () => {
    for (const definition of definitions) {
      const requests = requestsWith(valuesOf(schemaOf(definition)));
      fc.assert(
        fc.property(requests, infos, fc.constantFrom(...adaptersOf(definition)), (request, info, adapter) => {
          const { calls } = adapter.makeRequests(withOwnObjects(request), info);
          const sent = calls.map(({ body }) => JSON.stringify(denormaliseCall(body, 'prebid')) ?? '');
          expect({ code: definition.code, found: sent.filter((text) => OWN_OBJECT.test(text)) }).toEqual({
            code: definition.code,
            found: [],
          });
        }),
        runs(5),
      );
    }
  });

  test('sends and reads no data of another bidder', () => {
    const adapters = definitions.map((definition) => [definition.code, definition.build(builderOf(definition))] as const);
    fc.assert(
      fc.property(requestsWith(fc.constant({ placementId: '1' })), infos, ({ imp, ...request }, info) => {
        const own = adapters.map(([code, adapter]) => {
          const mark = `<<${code}>>`;
          const imps = imp.map((one) => ({ ...one, tagid: mark, ext: { bidder: { placementId: mark, id: mark } } }));
          const mine = { ...request, id: mark, imp: imps, user: { id: mark } } as unknown as SharedRequest;
          const body = JSON.stringify({ id: mark, seatbid: [{ bid: [{ impid: 'imp-0', id: mark, adm: mark, mtype: 1 }] }] });
          return { code, adapter, mine, made: adapter.makeRequests(mine, info), response: { status: 200, headers: {}, body } };
        });
        for (const { code, adapter, mine, made, response } of own) {
          const read = [nowhere, ...made.calls].map((call) => adapter.makeBids(mine, call, response));
          const marks = JSON.stringify([made, read]).match(/<<\w+>>/g) ?? [];
          expect(marks.filter((mark) => mark !== `<<${code}>>`)).toEqual([]);
        }
      }),
      runs(10),
    );
  });
});
