/** Slots, settings, countries and times of an ad platform. */
import { describe, expect, it, vi } from 'vitest';
import huaweiads from '#src/bidders/adapters/huaweiads.ts';
import { NOT_AN_OBJECT } from '../kit/adapter-table.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const request = { app: { bundle: 'app' }, device: { ifa: 'f', geo: { country: 'PRT' } } };
const bidder = { slotid: 's', adtype: 'Banner', publisherid: ' p ', signkey: 'k', keyid: 'i', isTestAuthorization: 'true' };
const native = (...assets: object[]) => ({
  id: '1',
  native: { request: JSON.stringify({ assets }) },
  ext: { bidder: { ...bidder, adtype: 'native' } },
});
const asset = (img: object) => ({ id: 1, img });
const made = (given: object, settings: object = {}, dialect: 'go' | 'java' = 'go') =>
  huaweiads
    .build({ ...builder, ...settings, dialect })
    .makeRequests({ ...requestOf({ id: '1', banner: {}, bidder }), ...request, ...given }, info);

describe('the slot of a native imp', () => {
  const video = { id: 2, video: { w: 7, h: 8 } };
  const main = { type: 3, w: 300, h: 250, wmin: 1, hmin: 1 };
  const popular = [225, 1080, 300, 1080, 1280, 640, 1080, 720];
  it.each<[string, object[], number[], string[]]>([
    ['has popular sizes and its own for video', [video], [...popular, 7], ['903']],
    ['has the sizes of a similar ratio for one main image', [asset(main)], [225, 300], ['901', '904', '905']],
    [
      'has the sizes above the minimum for one main image',
      [asset({ type: 3, wmin: 1000, hmin: 700 })],
      [1080, 1280, 1080],
      ['901', '904', '905'],
    ],
    ['has the own sizes of several main images', [asset(main), asset({ ...main, w: 9 })], [300, 9], ['901', '904', '905']],
    ['starts again at a video', [asset(main), video], [...popular, 7], ['903', '901', '904', '905']],
  ])('%s', (_, assets, widths, types) => {
    const { calls } = made({ imp: [native(...assets)] });
    expect(calls).toMatchObject([{ body: { multislot: [{ format: widths.map((w) => ({ w })), detailedCreativeTypeList: types }] } }]);
  });
});

it('huaweiads gets the length of a roll', () => {
  const roll = { id: '1', video: { w: 1, maxduration: 9 }, ext: { bidder: { ...bidder, adtype: 'ROLL', isTestAuthorization: 'yes' } } };
  expect(made({ imp: [roll] }).calls).toMatchObject([
    { body: { multislot: [{ slotid: 's', adtype: 60, test: 0, w: 1, totalDuration: 9 }] } },
  ]);
});

describe('the host’s settings of huaweiads', () => {
  const conversion = {
    convertedPkgName: 'new',
    unconvertedPkgNames: ['a'],
    unconvertedPkgNameKeyWords: ['key'],
    unconvertedPkgNamePrefixs: ['pre'],
    exceptionPkgNames: ['pre.x'],
  };
  const withInfo = (extraInfo: unknown) => ({ extraInfo: JSON.stringify(extraInfo) });

  it.each([
    ['a', 'new'],
    ['has.key', 'new'],
    ['key.first', 'key.first'],
    ['pre.y', 'new'],
    ['pre.x', 'pre.x'],
  ])('send the app %s as %s', (bundle, pkgname) => {
    const [call] = made({ app: { bundle } }, withInfo({ pkgNameConvert: [conversion] })).calls;
    expect(call?.body).toMatchObject({ app: { pkgname } });
  });

  it.each<[string, object, string]>([
    ['one endpoint for all countries', { closeSiteSelectionByCountry: '1' }, builder.endpoint],
    ['an endpoint for a region', { europeanEndpoint: 'https://eu.example' }, 'https://eu.example'],
  ])('name %s', (_, settings, uri) => {
    expect(made({}, withInfo(settings)).calls).toMatchObject([{ uri }]);
  });

  it.each<[unknown, string]>([
    ['x', `invalid extra info: ${NOT_AN_OBJECT} , pls check`],
    [{ pkgNameConvert: [{}] }, 'invalid extra info: ConvertedPkgName is empty, pls check'],
    [
      { pkgNameConvert: [{ ...conversion, unconvertedPkgNameKeyWords: [''] }] },
      'invalid extra info: UnconvertedPkgNameKeyWords has a empty keyword, pls check',
    ],
    [
      { pkgNameConvert: [{ ...conversion, unconvertedPkgNamePrefixs: [''] }] },
      'invalid extra info: UnconvertedPkgNamePrefixs has a empty value, pls check',
    ],
  ])('stop the start if they are %j', (settings, message) => {
    expect(() => made({}, withInfo(settings))).toThrow(message);
  });
});

describe('the country of a request to huaweiads', () => {
  it.each<[object, string, string]>([
    [{ device: { ifa: 'f', geo: { country: 'CHN' } } }, 'CN', 'CN'],
    [{ device: { ifa: 'f', geo: { country: 'DEU' } } }, 'DE', 'DE'],
    [{ device: { ifa: 'f', geo: { country: 'SWZ' } } }, 'SW', 'SZ'],
    [{ device: { ifa: 'f', geo: { country: 'X' } }, user: { geo: { country: 'RUS' } } }, 'ZA', 'RU'],
    [{ device: { ifa: 'f' }, user: { geo: { country: 'RUS' } } }, 'RU', 'RU'],
    [{ device: { ifa: 'f', mccmnc: '235-1' } }, 'GB', 'GB'],
    [{ device: { ifa: 'f', mccmnc: 'x' } }, 'ZA', 'ZA'],
  ])('%j is in %s, in the Java variant in %s', (given, go, javaCountry) => {
    const countryIn = (dialect: 'go' | 'java') =>
      made(given, {}, dialect).calls.map(({ body }) => (body as { app: { country: string } }).app.country);
    expect([countryIn('go'), countryIn('java')]).toEqual([[go], [javaCountry]]);
  });
});

describe('times and nonces of huaweiads', () => {
  it('are those of the server if the user names none', () => {
    const zone = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    const withTime = (clientTime: string[]) => ({ user: { ext: { data: { clientTime } } } });
    const devices = [{}, withTime(['2018-01-01 00:00:00.000']), withTime(['x'])].map((given) => made(given).calls[0]?.body);
    zone.mockRestore();
    expect(devices).toMatchObject([
      { device: { clientTime: '1970-01-01 05:30:00.000+0530' } },
      { device: { clientTime: '2018-01-01 00:00:00.000+0530' } },
      { device: { clientTime: '1970-01-01 05:30:00.000+0530' } },
    ]);
  });

  it('are fixed in tests, but not in the Java variant', () => {
    const nonces = (['go', 'java'] as const).map(
      (dialect) => /nonce=(\d+)/.exec(String(made({}, {}, dialect).calls[0]?.headers['Authorization']))?.[1],
    );
    expect(nonces).toEqual(['1629473330823', '0']);
  });
});
