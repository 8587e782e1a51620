/** Responses of an ad platform as HTML, native JSON and VAST. */
import huaweiads from '#src/bidders/adapters/huaweiads.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, testAdapter } from '../kit/adapter-table.ts';

const imp = (formats: object) => ({ id: '1', ...formats, ext: { bidder: { slotid: 's' } } });
const banner = [imp({ banner: {} })];
const video = [imp({ video: { w: 3, h: 4 } })];
const native = (...assets: object[]) => [imp({ native: { request: JSON.stringify({ ver: '1.2', assets }) } })];
const monitor = [
  { eventType: 'imp', url: ['i1', 'i2'] },
  { eventType: 'imp', url: ['i3'] },
  { eventType: 'click', url: ['c1', 'c2'] },
  { eventType: 'userclose', url: ['u'] },
  { eventType: 'soundClickOff', url: ['m'] },
  { eventType: 'vastError', url: ['e'] },
  { eventType: 'win', url: [] },
  { eventType: 'win', url: ['w'] },
];
const image = { url: 'image', width: 5, height: 6 };
const videoInfo = { videoDownloadUrl: 'v', videoDuration: 3_723_004, width: 7, height: 8 };
const metaData = {
  title: 'a+b%21',
  description: '%',
  cta: 'go',
  clickUrl: 'click',
  imageInfo: [image],
  icon: [{ url: 'icon' }],
  videoInfo,
};
const content = { contentid: 'c', creativetype: 102, price: 2, metaData, monitor };
const body = (adtype: number, fields: object = {}, ad: object = {}) => ({
  retcode: 200,
  multiad: [{ adtype, slotid: 's', retcode30: 200, content: [{ ...content, ...fields }], ...ad }],
});
const failed = (message: string) => [generic(`generate Adm field from HuaweiAds response failed: ${message}`)];
const meta = (fields: object) => ({ metaData: { ...metaData, ...fields } });

const impressions = (...urls: string[]) => urls.map((url) => `<Impression><![CDATA[${url}]]></Impression>`).join('');
const vast = (seen: string, after = '', [w, h] = [7, 8]) =>
  '<?xml version="1.0" encoding="UTF-8"?><VAST version="3.0"><Ad id="c"><InLine><AdSystem>HuaweiAds</AdSystem><AdTitle>a b!</AdTitle>' +
  `<Error><![CDATA[e&et=[ERRORCODE]]]></Error>${seen}<Creatives><Creative adId="c" id="c"><Linear><Duration>01:02:03.004</Duration>` +
  '<TrackingEvents><Tracking event="skip"><![CDATA[u]]></Tracking><Tracking event="closeLinear"><![CDATA[u]]></Tracking>' +
  '<Tracking event="mute"><![CDATA[m]]></Tracking></TrackingEvents><VideoClicks><ClickThrough><![CDATA[click]]></ClickThrough>' +
  '<ClickTracking><![CDATA[c1]]></ClickTracking><ClickTracking><![CDATA[c2]]></ClickTracking></VideoClicks><MediaFiles>' +
  `<MediaFile delivery="progressive" type="video/mp4" width="${w}" height="${h}" scalable="true" maintainAspectRatio="true"> <![CDATA[v]]></MediaFile>` +
  `</MediaFiles></Linear></Creative>${after}</Creatives></InLine></Ad></VAST>`;
const endCard =
  '<Creative adId="c" id="c"><CompanionAds><Companion width="7" height="8"><StaticResource creativeType="image/png"><![CDATA[icon]]></StaticResource>' +
  '<CompanionClickThrough><![CDATA[click]]></CompanionClickThrough></Companion></CompanionAds></Creative>';
const html =
  '<style> html, body  { margin: 0; padding: 0; width: 100%; height: 100%; vertical-align: middle; }  html  { display: table; }  ' +
  'body { display: table-cell; vertical-align: middle; text-align: center; -webkit-text-size-adjust: none; }  </style> ' +
  '<span class="title-link advertiser_label">a b!</span> <a href=\'click\' style="text-decoration:none" onclick=sendGetReq()> ' +
  "<img src='image' width='5' height='6'/> </a> <img height=\"1\" width=\"1\" src='i3' >  " +
  '<script type="text/javascript">var dspClickTrackings = ["c1","c2"];function sendGetReq() {sendSomeGetReq(dspClickTrackings)}' +
  "function sendOneGetReq(url) {var req = new XMLHttpRequest();req.open('GET', url, true);req.send(null);}" +
  'function sendSomeGetReq(urls) {for (var i = 0; i < urls.length; i++) {sendOneGetReq(urls[i]);}}</script>';
const markup = (...assets: object[]) => ({
  ver: '1.2',
  assets,
  link: { url: 'click', clicktrackers: ['c1', 'c2'] },
  eventtrackers: ['i1', 'i2', 'i3'].map((url) => ({ event: 1, method: 1, url })),
});
const noSize = 'extract Adm for video failed: cannot get video width, height';
const converted = (message: string) => [generic(`convert huaweiads response to bidder response failed: ${message}`)];

testAdapter(huaweiads, {
  responses: {
    'bids an image that reports clicks, in yuan': {
      imps: banner,
      body: body(8),
      types: ['banner'],
      result: [{ bid: { id: '1', impid: '1', price: 2, adm: html, adomain: ['huaweiads'], crid: 'c', nurl: 'w', w: 5, h: 6 } }],
      currency: 'CNY',
    },
    'bids VAST for banners of video': {
      imps: banner,
      body: body(12, { creativetype: 6, cur: 'EUR' }),
      types: ['banner'],
      result: [{ bid: { adm: vast(impressions('i3')), w: 7, h: 8 } }],
      currency: 'EUR',
    },
    'bids VAST for video, of the imp’s size if it has none': {
      imps: video,
      body: body(12, meta({ videoInfo: { ...videoInfo, width: 0 } })),
      types: ['video'],
      result: [{ bid: { adm: vast(impressions('i3'), '', [3, 4]), w: 3, h: 4 } }],
    },
    'bids VAST with an end card for rewarded video': {
      imps: video,
      body: body(7),
      result: [{ bid: { adm: vast(impressions('i3'), endCard) } }],
    },
    'counts all impressions in the Java variant': {
      ...java,
      imps: video,
      body: body(12),
      result: [{ bid: { adm: vast(impressions('i1', 'i2', 'i3')) } }],
    },
    'bids the media file of a roll': {
      imps: video,
      body: body(60, meta({ duration: 3_723_004, mediaFile: { url: 'v', width: 7, height: 8 } })),
      result: [{ bid: { adm: vast(impressions('i3')) } }],
    },
    'bids native assets as requested': {
      imps: native(
        { id: 1, title: {} },
        { id: 2, img: { type: 3 } },
        { id: 3, img: { type: 3 } },
        { id: 4, img: { type: 1 } },
        { id: 5, img: { type: 2 } },
        { id: 6, data: { type: 2 } },
        { id: 7, data: { type: 12 } },
        { id: 8, data: {} },
        { id: 9 },
      ),
      body: body(3),
      types: ['native'],
      result: [
        {
          bid: {
            w: 5,
            h: 6,
            adm: JSON.stringify(
              markup(
                { id: 1, title: { text: 'a b!', len: 4 } },
                { id: 2, img: { type: 3, url: 'image', w: 5, h: 6 } },
                { id: 4, img: { type: 1, url: 'icon' } },
                { id: 5, img: { type: 2, url: '' } },
                { id: 6, data: { label: 'desc', value: '' } },
                { id: 7, data: { type: 12, value: 'go' } },
                { id: 8, data: { value: '' } },
                { id: 9 },
              ),
            ),
          },
        },
      ],
    },
    'bids native video as VAST': {
      imps: native({ id: 1, video: {} }),
      body: body(3),
      result: [{ bid: { adm: JSON.stringify(markup({ id: 1, video: { vasttag: vast(impressions('i3')) } })), w: 7, h: 8 } }],
    },
    'skips ads of unknown slots and without success': {
      imps: banner,
      body: {
        multiad: [
          { slotid: 'x', retcode30: 200, content: [{}] },
          { slotid: 's', retcode30: 204, content: [{}] },
        ],
      },
      types: [],
    },
    'does not bid with an empty list of images': { imps: banner, body: body(8, meta({ imageInfo: [] })) },
    'needs images': { imps: banner, body: body(8, { metaData: {} }), errors: failed('content.MetaData.ImageInfo is empty') },
    'needs banners for banners': {
      imps: banner,
      body: body(3),
      errors: failed('openrtb banner should correspond to huaweiads adtype: banner or interstitial'),
    },
    'needs a known creative for banners': {
      imps: banner,
      body: body(8, { creativetype: 5 }),
      errors: failed('no banner support creativetype'),
    },
    'needs native for native': {
      imps: native(),
      body: body(8),
      errors: failed('extract Adm for Native ad: huaweiads response is not a native ad'),
    },
    'needs a native request': {
      imps: [imp({ native: {} })],
      body: body(3),
      errors: failed('extract Adm for Native ad: imp.Native.Request is empty'),
    },
    'needs an address of video': {
      imps: video,
      body: body(12, { metaData: {} }),
      errors: failed('extract Adm for video failed: content.MetaData.VideoInfo.VideoDownloadUrl is empty'),
    },
    'needs an address of a roll': {
      imps: video,
      body: body(60),
      errors: failed('extract Adm for video failed: Content.MetaData.MediaFile.Url is empty'),
    },
    'needs a size of video in a banner': {
      imps: banner,
      body: body(8, { creativetype: 9, ...meta({ videoInfo: { videoDownloadUrl: 'v' } }) }),
      errors: failed(noSize),
    },
    'needs a size of any video in the Java variant': {
      ...java,
      imps: [imp({ video: {} })],
      body: body(12, meta({ videoInfo: { videoDownloadUrl: 'v' } })),
      errors: failed(noSize),
    },
    'needs an intent for the promotion of apps': {
      imps: video,
      body: body(12, { interactiontype: 3 }),
      errors: failed('content.MetaData.Intent in huaweiads resopnse is empty when interactiontype is appPromotion'),
    },
    'prefers the intent in the Java variant': {
      ...java,
      imps: native(),
      body: body(3, meta({ intent: 'in%74ent' })),
      result: [{ bid: { adm: JSON.stringify({ ...markup(), assets: undefined, link: { url: 'intent', clicktrackers: ['c1', 'c2'] } }) } }],
    },
    'does not sell audio': { imps: [imp({ audio: {} })], body: body(17), errors: [generic('no support bidtype: audio')] },
    'reports a response without ads': {
      imps: banner,
      body: { retcode: 206 },
      errors: converted('multiad length is 0, get no ads from huawei side.'),
    },
    'reports a request without readable imps': { params: ['x'], body: body(8), errors: converted('openRTBRequest.imp is nil') },
    'reports that there is no ad': {
      imps: banner,
      body: { retcode: 204 },
      errors: [
        badInput(
          'HuaweiAdsResponse retcode: 204 , reason: The request packet is correct, but no advertisement was found for this request.',
        ),
      ],
    },
    'reports that no ad came in the Java variant': {
      ...java,
      imps: banner,
      body: { retcode: 204 },
      errors: converted('multiad length is 0, get no ads from huawei side.'),
    },
    'reports other retcodes with their reason': {
      imps: banner,
      body: { retcode: 599, reason: 'r' },
      errors: [badInput('HuaweiAdsResponse retcode: 599 , reason: r')],
    },
    'reads 204 like 200': { status: 204, body: '', errors: [badServer('Unable to parse server response')] },
    'reads 503 as bad input': {
      status: 503,
      errors: [badInput('Something went wrong, please contact your Account Manager. Status Code: [ 503 ] ')],
    },
    'reads 400 as bad input': {
      status: 400,
      errors: [badInput('Unexpected status code: [ 400 ]. Run with request.debug = 1 for more info')],
    },
  },
});
