/** OpenRTB, and data that providers write as JSON. */
import parseAgent from 'ua-parser-js';
import { parseFloors } from '#src/auction/floors/provider-check.ts';
import { readFloors } from '#src/auction/floors/read.ts';
import { parseObject } from '#src/auction/validate/parse.ts';
import { decodeResponse } from '#src/bidders/kit/response.ts';
import { hostSchema } from '#src/config/schema.ts';
import { parseRates } from '#src/feeds/rates.ts';
import { parseVendorList } from '#src/feeds/vendor-list-file.ts';
import { compileLogic } from '#src/json/json-logic.ts';
import { clientHints } from '#src/modules/device-detection/client-hints.ts';
import { detect } from '#src/modules/open-device-detection/detector.ts';
import { evidenceOf, HEADERS } from '#src/modules/open-device-detection/evidence.ts';
import { decodeRequest } from '#src/openrtb/decode.ts';
import { readNativeRequest, writeNativeRequest } from '#src/openrtb/native-request.ts';
import { denormaliseExt } from '#src/openrtb/rename.ts';
import { downConvert, upConvert } from '#src/openrtb/versions.ts';
import { type Decoder, decoder, isBounded, isJson } from '../decoder.ts';
import * as seeds from '../seeds.ts';
import { readOrError } from '../subjects.ts';

const host = hostSchema.parse({});

const _response = seeds.RESPONSES[0] ?? '';

export const OPENRTB: readonly Decoder[] = [
  decoder({
    name: 'openrtb',
    format: 'json',
    decode: (text) => {
      const parsed = parseObject(text);
      if ('error' in parsed) return parsed;
      const decoded = decodeRequest(parsed.value, false);
      if ('error' in decoded) return decoded;
      const error = upConvert(decoded.value, false, false);
      if (error !== undefined) return { error };
      const before = JSON.stringify(decoded.value);
      const down = downConvert(decoded.value, 'strict');
      return {
        before,
        after: JSON.stringify(decoded.value),
        down: JSON.stringify(down),
        again: JSON.stringify(downConvert(down, 'strict')),
        denormalised: JSON.stringify(denormaliseExt(decoded.value, 'prebid')),
      };
    },
    laws: {
      'down-conversion changes nothing of the request': (result) => !('before' in result) || result.before === result.after,
      'down-conversion is idempotent': (result) => !('down' in result) || result.down === result.again,
      'the result is at most twice as long as the input, for each form': isBounded(10, 5000),
    },
    seeds: seeds.REQUESTS,
  }),
  decoder({
    name: 'native-request',
    format: 'json',
    decode: (text) => {
      const read = readNativeRequest(text);
      return 'error' in read ? read : { value: read.value, written: writeNativeRequest(read.value) };
    },
    laws: {
      'what is written reads as the same': (result) =>
        !('written' in result) || writeNativeRequest(JSON.parse(result.written)) === result.written,
      'the result is at most 4 times as long as the input': isBounded(4, 1000),
    },
    seeds: seeds.NATIVE_REQUESTS,
  }),
  decoder({
    name: 'bidder-response',
    format: 'json',
    decode: (body) => [decodeResponse(body), decodeResponse(body, true)],
    laws: { 'the result is at most 4 times as long as the input': isBounded(4, 5000) },
    seeds: [...seeds.RESPONSES, ...seeds.PARTNER_RESPONSES],
  }),
  decoder({
    name: 'device',
    format: 'json',
    decode: (text) => {
      const device = parseObject(text);
      if ('error' in device) return device;
      const sent = Object.fromEntries(
        HEADERS.flatMap((name) => (typeof device.value[name] === 'string' ? [[name, device.value[name]]] : [])),
      );
      const sua = device.value['sua'];
      const hints = [true, false].map((quoted) =>
        clientHints(typeof sua === 'object' && sua !== null ? (sua as { [name: string]: unknown }) : {}, {
          quoted,
          skipsEmptyParts: quoted,
        }),
      );
      return { detected: detect(parseAgent, evidenceOf(device.value, sent)), hints };
    },
    laws: { 'it grows by a constant factor': isBounded(12, 2000) },
    seeds: [
      JSON.stringify({
        ua: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
        sua: {
          browsers: [{ brand: 'b', version: ['1', '2'] }],
          platform: { brand: 'Windows', version: ['13', '0'] },
          mobile: 1,
          model: 'Pixel',
          architecture: 'arm',
        },
      }),
      JSON.stringify({
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)',
        'sec-ch-ua-platform': '"Android"',
        'sec-ch-ua-platform-version': '"13"',
        'sec-ch-ua-model': '"Pixel 7"',
        'sec-ch-ua-mobile': '?1',
      }),
      JSON.stringify({ ua: 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) Safari/538.1' }),
    ],
    maxLength: 5000,
  }),
  decoder({
    name: 'floors',
    format: 'json',
    decode: (text) => {
      const limits = {
        ...host.account_defaults.price_floors.fetch,
        timeout_ms: 100,
        max_file_size_kb: 100,
        max_rules: 100,
        max_schema_dims: 3,
      };
      return [readOrError(() => parseFloors(text, limits)), isJson(text) ? readFloors(JSON.parse(text)) : undefined];
    },
    laws: { 'it grows by a constant factor': isBounded(10, 2000) },
    seeds: seeds.FLOORS,
  }),
  decoder({
    name: 'feeds',
    format: 'json',
    decode: (text) => [readOrError(() => parseRates(text)), typeof readOrError(() => parseVendorList(text))],
    laws: { 'it grows by a constant factor': isBounded(4, 1000) },
    seeds: [
      JSON.stringify({ dataAsOf: '2026-01-01', conversions: { USD: { EUR: 0.9, GBP: 0.8 }, EUR: { USD: 1.1 } } }),
      JSON.stringify({
        gvlSpecificationVersion: 3,
        vendorListVersion: 1,
        vendors: {
          1: {
            id: 1,
            purposes: [1, 2],
            legIntPurposes: [7],
            flexiblePurposes: [2],
            specialPurposes: [1],
            features: [1],
            specialFeatures: [1],
            deletedDate: '2026-01-01T00:00:00Z',
          },
        },
      }),
    ],
  }),
  decoder({
    name: 'json-logic',
    format: 'json',
    decode: (text) => readOrError(() => compileLogic(JSON.parse(text))(JSON.parse(text))),
    seeds: [
      JSON.stringify({
        and: [
          { '==': [{ var: 'a.b' }, 1] },
          { '!': [{ in: ['x', { var: ['c', 'd'] }] }] },
          { if: [{ '<': [1, { var: 'n' }, 3] }, { '+': [1, '2'] }, { cat: ['a', 'b'] }] },
        ],
      }),
      JSON.stringify({ some: [{ var: 'list' }, { '>': [{ var: '' }, 1] }], list: [1, 2] }),
      JSON.stringify({ reduce: [{ map: [[1, 2], { '*': [{ var: '' }, 2] }] }, { '+': [{ var: 'current' }, { var: 'accumulator' }] }, 0] }),
      JSON.stringify({ missing_some: [1, ['a', 'b']] }),
    ],
    maxLength: 4000,
  }),
];
