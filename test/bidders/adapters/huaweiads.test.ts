/** Requests to an ad platform with slots, signed calls, and endpoints and app names that depend on the host. */
import huaweiads from '#src/bidders/adapters/huaweiads.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const bidder = { slotid: 's', adtype: 'Banner', publisherid: ' p ', signkey: 'k', keyid: 'i', isTestAuthorization: 'true' };
const imp = (formats: object, fields: object = {}) => ({ id: '1', ...formats, ext: { bidder: { ...bidder, ...fields } } });
const request = {
  app: { bundle: 'app', ver: '1' },
  device: { ifa: 'f', ua: 'agent', dnt: 1, pxratio: 23.01, geo: { country: 'PRT', lat: 1.1 }, mccmnc: '460-00', connectiontype: 2 },
  regs: { coppa: 1 },
};
const digest = 'Digest username=p,realm=ppsadx/getResult,nonce=1629473330823,response=';
const mismatch = (format: string, type: string) =>
  `check openrtb format: request has ${format}, doesn't correspond to huawei adtype ${type}`;
const fails = (given: object, message: string) => ({ imps: [given], request, errors: [generic(message)] });
const ids = 'getDeviceID: Imei ,Oaid, Gaid are all empty.';

testAdapter(huaweiads, {
  requests: {
    'gets app, device, network and slots': {
      imps: [imp({ banner: { w: 1, h: 2, format: [{ w: 3, h: 4 }, { w: 5 }] } })],
      request: {
        ...request,
        user: { ext: { consent: 'c', data: { oaid: ['o'], gaid: [], clientTime: ['2018-11-02 16:34:07.981+1300'] } } },
      },
      calls: [
        {
          uri: 'https://adx-dre.op.hicloud.com/ppsadx/getResult',
          body: {
            version: '3.4',
            multislot: [{ slotid: 's', adtype: 8, test: 1, w: 1, h: 2, format: [{ w: 3, h: 4 }] }],
            app: { version: '1', pkgname: 'app', lang: 'en', country: 'PT' },
            device: {
              useragent: 'agent',
              model: 'HUAWEI',
              pxratio: 23.01,
              gaid: 'f',
              oaid: 'o',
              isTrackingEnabled: '0',
              gaidTrackingEnabled: '0',
              localeCountry: 'PT',
              belongCountry: 'PT',
              clientTime: '2018-11-02 16:34:07.981+1300',
            },
            network: { type: 2, carrier: 2, cellInfo: [{ mcc: '460', mnc: '00' }] },
            regs: { coppa: 1 },
            geo: { lat: 1.1 },
            consent: 'c',
            clientAdRequestId: 'request',
          },
        },
      ],
    },
    'is called with a digest': {
      imps: [imp({ banner: {} })],
      request,
      headers: {
        ...jsonAccept,
        'User-Agent': 'agent',
        Authorization: `${digest}07705d0f782e02bfd8b574052d8aa41c79da2f68016be5968599dae6cfd19122,algorithm=HmacSHA256,usertype=1,keyid=i`,
      },
      calls: [{}],
    },
    'needs the length of a roll': fails(
      imp({ video: {} }, { adtype: 'roll' }),
      'extract openrtb video failed: MaxDuration is empty when huaweiads adtype is roll.',
    ),
    'needs banners for banners': fails(imp({ banner: {} }, { adtype: 'native' }), mismatch('banner', 'native')),
    'needs native for native': fails(imp({ native: { request: '{}' } }, { adtype: 'x' }), mismatch('native', 'x')),
    'needs video for video': fails(imp({ video: {} }, { adtype: 'Splash' }), mismatch('video', 'Splash')),
    'does not buy audio': fails(imp({ audio: {} }), 'check openrtb format: request has audio, not currently supported'),
    'needs a format': fails(imp({}), 'check openrtb format: please choose one of our supported type banner, native, or video'),
    'needs a native request': fails(
      imp({ native: {} }, { adtype: 'native' }),
      'extract openrtb native failed: imp.Native.Request is empty',
    ),
    'needs a readable native request': {
      imps: [imp({ native: { request: '"x"' } }, { adtype: 'native' })],
      request,
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'needs slotid': fails(imp({}, { slotid: '' }), 'ExtImpHuaweiAds: slotid is empty.'),
    'needs adtype': fails(imp({}, { adtype: '' }), 'ExtImpHuaweiAds: adtype is empty.'),
    'needs publisherid': fails(imp({}, { publisherid: '' }), 'ExtHuaweiAds: publisherid is empty.'),
    'needs signkey': fails(imp({}, { signkey: '' }), 'ExtHuaweiAds: signkey is empty.'),
    'needs keyid': fails(imp({}, { keyid: '' }), 'ExtImpHuaweiAds: keyid is empty.'),
    'needs a readable ext': fails({ id: '1', ext: 'x' }, 'Unmarshal: openRTBImp.Ext -> bidderExt failed'),
    'has bad input in the Java variant': {
      ...java,
      imps: [imp({}), 'x'].map((one) => one as object),
      request,
      errors: [badInput('check openrtb format: please choose one of our supported type banner, native, or video')],
    },
    'needs readable params': { params: ['x', bidder], request, errors: [generic('Unmarshal: bidderExt.Bidder -> huaweiAdsImpExt failed')] },
    'needs the bundle of an app': {
      params: [bidder],
      request: { ...request, app: {} },
      errors: [generic('generate HuaweiAds AppInfo failed: openrtb BidRequest.App.Bundle is empty.')],
    },
    'needs an id of the device': { params: [bidder], request: { ...request, device: {}, user: { ext: {} } }, errors: [generic(ids)] },
    'needs an id of the device or the user': {
      params: [bidder],
      request: { device: {} },
      errors: [generic('getDeviceID: openRTBRequest.User.Ext is nil and device.Gaid is not specified.')],
    },
    'needs readable data of the user': {
      params: [bidder],
      request: { ...request, user: { ext: 'x' } },
      errors: [
        generic(
          `get gaid from openrtb Device.IFA failed, and get device id failed: Unmarshal openRTBRequest.User.Ext -> extUserDataHuaweiAds. Error: ${NOT_AN_OBJECT}`,
        ),
      ],
    },
    'gets empty parts without app and device': {
      params: [bidder],
      request: { user: { ext: { data: { imei: ['m'] } } } },
      calls: [
        {
          uri: 'https://adx-dra.op.hicloud.com/ppsadx/getResult',
          body: {
            version: '3.4',
            multislot: [{ slotid: 's', adtype: 8, test: 1 }],
            app: { pkgname: '', country: 'ZA' },
            device: { imei: 'm', localeCountry: '', belongCountry: '', clientTime: '' },
            network: { type: 0 },
            regs: {},
            geo: {},
            clientAdRequestId: 'request',
          },
        },
      ],
    },
    'gets no empty parts in the Java variant': {
      ...java,
      params: [bidder],
      request: { user: { ext: { data: { imei: ['m'] } } } },
      calls: [{ body: { version: '3.4', multislot: [{ slotid: 's', adtype: 8, test: 1 }], regs: {}, clientAdRequestId: 'request' } }],
    },
    'gets a network without its second code, in the Java variant': {
      ...java,
      params: [bidder],
      request: { ...request, device: { ifa: 'i', mccmnc: '460' } },
      calls: [
        {
          body: {
            version: '3.4',
            multislot: [{ slotid: 's', adtype: 8, test: 1 }],
            app: { version: '1', pkgname: 'app', lang: 'en', country: 'CN' },
            device: { model: 'HUAWEI', gaid: 'i', localeCountry: 'CN', belongCountry: 'CN', clientTime: '1970-01-01 00:00:00.000+0000' },
            network: { type: 0, carrier: 0, cellInfo: [] },
            regs: { coppa: 1 },
            clientAdRequestId: 'request',
          },
        },
      ],
    },
  },
});
