import { describe, expect, test } from 'vitest';
import { type AmpRules, overrideRequest, pageTimeout, setInSrv } from '#src/auction/endpoints/amp/override.ts';
import { readAmpParams } from '#src/auction/endpoints/amp/params.ts';
import { ampRequestId } from '#src/auction/endpoints/amp/stored.ts';
import { javaTargeting, mergeTargeting } from '#src/auction/endpoints/amp/targeting.ts';
import { ampAdjustment, ampTmax } from '#src/auction/endpoints/amp/timeout.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const GO: AmpRules = { gdprEnabled: true, adjustmentMs: 0 };
const TCF = 'CPdECS0PdECS0ACABBENAzCv_____3___wAAAQNd_X9cAAAAAAAA';

function override(query: Record<string, string>, over: Partial<BidRequest> = {}, rules: Partial<AmpRules> = {}) {
  const request: BidRequest = { id: 'r', imp: [{ id: 'i', banner: { format: [{ w: 1, h: 2 }] } }], ...over };
  const read = readAmpParams(query, dialects.go.amp);
  if ('error' in read) throw new Error(read.error);
  return { ...overrideRequest(request, read.value, { ...GO, ...rules }), request };
}

describe("the page's parameters", () => {
  test('change nothing but the AMP mark if there are none', () => {
    const { request, warnings, error } = override({});
    expect([request, warnings, error]).toEqual([
      { id: 'r', imp: [{ id: 'i', banner: { format: [{ w: 1, h: 2 }] } }], site: { ext: { amp: 1 } } },
      [],
      undefined,
    ]);
  });

  test('keep an existing AMP mark', () => {
    expect(override({}, { site: { ext: { amp: 0, more: 1 } } }).request.site?.ext).toEqual({ amp: 0, more: 1 });
    expect(override({}, { site: { ext: 7 as never } }).request.site?.ext).toBe(7);
  });

  test.each([
    ['https://test.page.co.uk:1234?a=1&b=2', 'test.page.co.uk'],
    ['https://[2001:db8::1]:80/x', '[2001:db8::1]'],
    ['http://user@host.example/', 'host.example'],
    ['nowhere', 'old.example'],
    ['http://%zz/', 'old.example'],
    ['http://[::1', 'old.example'],
  ])('set %s as the page', (curl, domain) => {
    expect(override({ curl }, { site: { page: 'old', domain: 'old.example' } }).request.site).toMatchObject({ page: curl, domain });
  });

  test.each([
    ['page', undefined, 'page'],
    ['page', '', 'page'],
    ['page', 'stored', 'stored'],
    ['ACCOUNT_ID', undefined, undefined],
  ] as const)('set the publisher: %s over %s', (account, id, wanted) => {
    const { request } = override({ account }, { site: { publisher: { id, name: 'p' } } });
    expect(request.site?.publisher).toEqual({ id: wanted, name: 'p' });
  });

  test('are written into the imp', () => {
    const { request } = override({ slot: '/slot', ms: '3x4', targeting: '{"a":1}' });
    expect(request.imp).toEqual([{ id: 'i', tagid: '/slot', banner: { format: [{ w: 3, h: 4 }] }, ext: { data: { a: 1 } } }]);
  });

  test('set no sizes in an imp without a banner', () => {
    const { request } = override({ w: '3', h: '4' }, { imp: [{ id: 'i', video: {} }] });
    expect(request.imp).toEqual([{ id: 'i', video: {} }]);
  });

  test('are all applied despite warnings', () => {
    const query = { consent_string: '?', consent_type: '3', timeout: '300', targeting: '{1', trace: 'basic', gpp_sid: 'x' };
    const { request, warnings } = override(query, { tmax: 900 });
    expect(warnings).toEqual([
      { code: 10001, message: "Consent string '?' is not a valid CCPA consent string." },
      { code: 10001, message: "Failed to parse gppSid: 'x'", debugOnly: true },
      { code: 2, message: 'unable to merge imp.ext with targeting data, check targeting data is correct: Invalid JSON Patch' },
    ]);
    expect(request).toMatchObject({ tmax: 300, ext: { srv: { trace: 'basic' } } });
  });

  test('write consent and sections', () => {
    const { request } = override({ consent_string: TCF, consent_type: '2', gpp_sid: '2' });
    expect([request.user, request.regs]).toEqual([{ consent: TCF }, { gdpr: 1, gpp_sid: [2] }]);
  });

  test('cannot be written into a user.ext that is not an object', () => {
    const { error } = override({ addtl_consent: '1~1' }, { user: { ext: 'x' as never } });
    expect(error).toBe('expect { or n, but found "');
  });
});

describe('the timeout of an AMP auction', () => {
  test.each([
    [undefined, 0, undefined],
    [0, 0, undefined],
    [500, 0, 500],
    [500, 200, 300],
    [100, 200, 1],
  ])('page %s less %d is %s', (timeout, adjustment, wanted) => {
    expect(pageTimeout(timeout, adjustment)).toBe(wanted);
  });

  test.each([
    [undefined, {}, 1000],
    [500, {}, 500],
    [5000, {}, 5000],
    [undefined, { default_timeout_ms: 700 }, 700],
    [900, { default_timeout_ms: 700 }, 900],
    [5000, { max_timeout_ms: 2000 }, 2000],
    [5000, { max_timeout_ms: 0 }, 5000],
  ])('of tmax %s on a host with %j is %d', (tmax, amp, wanted) => {
    expect(ampTmax(tmax, hostSchema.parse({ amp }))).toBe(wanted);
  });

  test('is reduced by either spelling of the option', () => {
    expect(ampAdjustment(hostSchema.parse({ amp_timeout_adjustment_ms: 30 }))).toBe(30);
    expect(ampAdjustment(hostSchema.parse({ amp_timeout_adjustment_ms: 30, amp: { timeout_adjustment_ms: 40 } }))).toBe(40);
  });
});

describe('targeting of the page', () => {
  const merged = (text: string, ext?: unknown): [unknown, string | undefined] => {
    const imp = { id: 'i', ...(ext === undefined ? {} : { ext }) } as Imp;
    const error = mergeTargeting(imp, text);
    return [imp.ext, error];
  };

  test('overrides the data of the imp; null removes a value', () => {
    expect(merged('{"a":1,"b":null}', { data: { b: 2, c: 3 }, alpha: {} })).toEqual([{ data: { a: 1, c: 3 }, alpha: {} }, undefined]);
  });

  test('cannot reach a prototype', () => {
    merged('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test.each<[string, unknown]>([
    ['[1]', [1]],
    ['"a"', 'a'],
    ['7', 7],
  ])('that is %s replaces the data of the imp', (text, data) => {
    expect(merged(text, { data: { a: 1 }, alpha: {} })).toEqual([{ data, alpha: {} }, undefined]);
  });

  test.each(['{', '{123,}', '1 2', '['.repeat(2000) + ']'.repeat(2000)])('that is %s is not merged', (text) => {
    expect(merged(text, { data: {} })).toEqual([
      { data: {} },
      'unable to merge imp.ext with targeting data, check targeting data is correct: Invalid JSON Patch',
    ]);
  });

  test('is not merged into an ext that is not an object', () => {
    expect(merged('{"a":1}', 'x')[1]).toMatch(/Invalid JSON Document$/);
  });

  test.each([
    ['{"a":"b"}', { value: '{"a":"b"}' }],
    ['%7B%22a%22%3A1%7D', { value: '{"a":1}' }],
    ['{"a":"50%"}', { value: '{"a":"50%"}' }],
    ['', { value: '' }],
    ['[]', { error: 'Error decoding targeting, expected type is `object` but was ARRAY' }],
    ['"x"', { error: 'Error decoding targeting, expected type is `object` but was STRING' }],
    ['1', { error: 'Error decoding targeting, expected type is `object` but was NUMBER' }],
    ['true', { error: 'Error decoding targeting, expected type is `object` but was BOOLEAN' }],
    ['null', { error: 'Error decoding targeting, expected type is `object` but was NULL' }],
    ['{', { error: expect.stringMatching(/^Error reading targeting json /) }],
  ])('%s in the Java variant is %j', (text, wanted) => {
    expect(javaTargeting(text)).toEqual(wanted);
  });
});

test.each([
  ['id', false, 'id'],
  ['id', true, 'new'],
  ['', true, 'new'],
  ['{{UUID}}', false, 'new'],
  ['a-{{UUID}}', false, 'a-new'],
  ['{{uuid}}', false, '{{uuid}}'],
])('the id %j, regenerated %s, is %j', (id, generate, wanted) => {
  expect(ampRequestId(id, generate, () => 'new')).toBe(wanted);
});

test.each([{ ext: 'x' }, { ext: { srv: 7 } }])('nothing is set in %j', (request) => {
  const before = structuredClone(request);
  setInSrv(request as never, { trace: 'basic' });
  expect(request).toEqual(before);
});
