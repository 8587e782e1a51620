/** Exchanges for video, with the host's software in a header. */
import { expect, it } from 'vitest';
import type { ZodType } from 'zod';
import freewheelssp from '#src/bidders/adapters/freewheelssp.ts';
import fwssp from '#src/bidders/adapters/fwssp.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../../kit/adapter-table.ts';

const HINT = 'Run with request.debug = 1 for more info';
const BAD_ZONE = 'strconv.Atoi: parsing "abc": invalid syntax';
const banner = (id: string, ext: object) => ({ id, banner: {}, ext });

for (const definition of [freewheelssp, fwssp]) {
  testAdapter(definition, {
    requests: {
      'gets nothing if one imp cannot be read': {
        params: [{}, 'x'],
        errors: [badInput(`Invalid imp.ext for impression index 1. Error Infomation: ${NOT_AN_OBJECT}`)],
      },
      'names the imp by its id in the Java variant': {
        ...java,
        params: [{}, 'x'],
        errors: [badInput(`Invalid imp.ext for impression id 2. Error Infomation: ${NOT_AN_OBJECT}`)],
      },
      'gets the params of either in the Java variant': {
        ...java,
        params: [{ zoneId: 12 }, { network_id: 'n', zoneId: 'z' }, { profile_id: 'p', network_id: '' }],
        calls: [{ imps: [banner('1', { zoneId: '12' }), banner('2', { network_id: 'n', zoneId: 'z' }), banner('3', { profile_id: 'p' })] }],
      },
      'gets one header': { calls: [{}], headers: { Componentid: 'prebid-go' } },
      'gets more headers in the Java variant': { ...java, calls: [{}], headers: { ...jsonAccept, Componentid: 'prebid-java' } },
    },
    responses: {
      'bids for video, with its duration and category': {
        bids: [{ dur: 30, cat: ['IAB1', 'IAB2'] }, { dur: -1 }],
        types: ['video', 'video'],
        result: [{ video: { duration: 30, primary_category: 'IAB1' } }, { video: { duration: 0, primary_category: '' } }],
        currency: '',
      },
      'omits empty video data in the Java variant': { ...java, bids: [{}], result: [{ video: undefined }] },
    },
  });
}

testAdapter(freewheelssp, {
  requests: {
    'gets the zone as a number': {
      params: [{ zoneId: '12', more: 1 }, { zoneId: 13 }, { zoneId: '' }, {}],
      calls: [{ imps: [12, 13, 0, 0].map((zoneId, i) => banner(String(i + 1), { zoneId })) }],
    },
    'gets nothing if one zone is no number': {
      params: [{ zoneId: 'abc' }],
      errors: [badInput(`Invalid imp.ext for impression index 0. Error Infomation: ${BAD_ZONE}`)],
    },
    'gets the zone as a string in the Java variant': {
      ...java,
      params: [{ zoneId: 12 }, { zoneId: 'abc' }],
      calls: [{ imps: [banner('1', { zoneId: '12' }), banner('2', { zoneId: 'abc' })] }],
    },
  },
  responses: {
    'reads 400 as a bad server response': { status: 400, errors: [badServer(`Unexpected status code: 400. ${HINT}`)] },
    'needs a body': { body: '', errors: [badServer('expect { or n, but found \0')] },
  },
});

it('both take the params of either in the Java variant, where one is an alias of the other', () => {
  const given = [{ zoneId: 12 }, { custom_site_section_id: 'c', network_id: 'n', profile_id: 'p' }, { network_id: 'n' }];
  const accepted = ({ params }: { readonly params?: ZodType | undefined } = {}) => given.map((one) => params?.safeParse(one).success);
  expect([freewheelssp, freewheelssp.java, fwssp, fwssp.java].map(accepted)).toEqual([
    [true, false, false],
    [true, true, false],
    [false, true, false],
    [true, true, false],
  ]);
});

testAdapter(fwssp, {
  requests: {
    'gets the params that are not empty': {
      params: [{ custom_site_section_id: 'c', network_id: 'n', profile_id: '', more: 1 }, {}],
      calls: [{ imps: [banner('1', { custom_site_section_id: 'c', network_id: 'n' }), banner('2', {})] }],
    },
  },
  responses: {
    'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. ${HINT}`)] },
    'does not bid without a body': { body: '' },
  },
});
