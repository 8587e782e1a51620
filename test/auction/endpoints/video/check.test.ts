import { describe, expect, test } from 'vitest';
import { checkPods, checkVideoRequest, rejectionOf } from '#src/auction/endpoints/video/check.ts';
import { allPodsMessage } from '#src/auction/endpoints/video/pod-errors.ts';
import { decodeVideoRequest, type VideoRequest } from '#src/auction/endpoints/video/request.ts';
import { dialects } from '#test/helpers/dialects.ts';

const RULES = { dialect: dialects.go.video, storedRequestRequired: false, blockedApps: ['bad'] };
const aRequest = (over: Partial<VideoRequest> = {}): VideoRequest => ({
  podconfig: { durationrangesec: [15], pods: [{ podid: 1, adpoddurationsec: 30, configid: 'c' }] },
  site: { page: 'p' },
  video: { mimes: ['mp4'], protocols: [2] },
  ...over,
});

const check = (over: Partial<VideoRequest>, rules = {}) => checkVideoRequest(aRequest(over), { ...RULES, ...rules });

describe('a video request', () => {
  test('may be valid', () => {
    expect(check({})).toEqual({ errors: [], podErrors: [], mimes: ['mp4'] });
  });

  test('gets all errors at once', () => {
    const { errors } = checkVideoRequest({ podconfig: { durationrangesec: [0] } }, { ...RULES, storedRequestRequired: true });
    expect(errors).toEqual([
      'request missing required field: storedrequestid',
      'duration array cannot contain negative or zero values',
      'request missing required field: PodConfig.Pods',
      'request missing required field: site or app',
      'request missing required field: Video',
    ]);
  });

  test.each<[Partial<VideoRequest>, string]>([
    [{ podconfig: { pods: [{}] } }, 'request missing required field: PodConfig.DurationRangeSec'],
    [{ app: { id: 'a' } }, 'request.site or request.app must be defined, but not both'],
    [{ site: {} }, 'request.site missing required field: id or page'],
    [{ site: undefined, app: {} }, 'request.app missing required field: id or bundle'],
    [{ video: { protocols: [1] } }, 'request missing required field: Video.Mimes'],
    [{ video: { mimes: ['', ''], protocols: [1] } }, 'request missing required field: Video.Mimes, mime types contains empty strings only'],
    [{ video: { mimes: ['a'] } }, 'request missing required field: Video.Protocols'],
  ])('%j is rejected', (over, text) => {
    expect(check(over).errors).toEqual([text]);
  });

  test('loses its empty types', () => {
    expect(check({ video: { mimes: ['', 'mp4', ''], protocols: [1] } })).toMatchObject({ errors: [], mimes: ['mp4'] });
  });

  test('of a blocked app is rejected for that alone', () => {
    const checked = check({ site: undefined, app: { id: 'bad' }, video: undefined, podconfig: undefined });
    expect(rejectionOf(checked, dialects.go.video)).toEqual({
      kind: 'blockedApp',
      messages: ['auctor does not process requests from App ID: bad'],
    });
  });

  test('gets the first error in the Java variant', () => {
    const java = { dialect: dialects.java.video };
    expect(rejectionOf(check({ podconfig: undefined, video: undefined }, java), dialects.java.video)?.messages).toEqual([
      'request missing required field: PodConfig',
    ]);
    expect(check({ podconfig: { durationrangesec: [-1], pods: [{}] } }, java).errors).toEqual([
      'duration array require only positive numbers',
    ]);
  });
});

test('pods get all matching errors', () => {
  const pods = [
    { podid: 1, adpoddurationsec: 30, configid: 'c' },
    { podid: 2, adpoddurationsec: 30, configid: 'c' },
    { podid: 2 },
    { podid: 0, adpoddurationsec: -30 },
  ];
  const found = checkPods(pods);
  expect(found).toEqual([
    {
      podId: 2,
      podIndex: 2,
      messages: [
        'request duplicated required field: PodConfig.Pods.PodId, Pod id: 2',
        'request missing or incorrect required field: PodConfig.Pods.AdPodDurationSec, Pod index: 2',
        'request missing or incorrect required field: PodConfig.Pods.ConfigId, Pod index: 2',
      ],
    },
    {
      podId: 0,
      podIndex: 3,
      messages: [
        'request missing required field: PodConfig.Pods.PodId, Pod index: 3',
        'request incorrect required field: PodConfig.Pods.AdPodDurationSec is negative, Pod index: 3',
        'request missing or incorrect required field: PodConfig.Pods.ConfigId, Pod index: 3',
      ],
    },
  ]);
  expect(
    allPodsMessage(
      [
        { podId: 1, podIndex: 0, messages: ['a', 'b'] },
        { podId: 2, podIndex: 1, messages: ['c'] },
      ],
      dialects.go.video,
    ),
  ).toBe('all pods are incorrect: a, b; c');
});

test.each([
  [{ podconfig: 7 }, 'cannot unmarshal request.podconfig: expect { or n, but found 7'],
  [{ podconfig: { pods: [{ podid: 1.5 }] } }, 'cannot unmarshal request.podconfig.pods[0].podid: can not decode float as int'],
  [{ site: { page: 1 } }, 'cannot unmarshal request.site.page: expects " or n, but found 1'],
  [
    { includebrandcategory: { translatecategories: 1 } },
    'cannot unmarshal request.includebrandcategory.translatecategories: expect t or f, but found 1',
  ],
])('%j is not decoded', (body, error) => {
  expect(decodeVideoRequest(body, false)).toEqual({ error });
});

test('unknown fields are accepted', () => {
  expect(decodeVideoRequest({ Podconfig: { more: 1 }, own: {} }, false)).toEqual({ value: { podconfig: { more: 1 }, own: {} } });
});
