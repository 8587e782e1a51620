/** Markup of banners: an image that reports its clicks, or VAST. */
import type { SharedImp } from '../../kit/spec.ts';
import { BANNER, INTERSTITIAL } from './ad-types.ts';
import { type Ad, type Content, clickUrlOf, decoded, lastMonitorOf, type Made } from './content.ts';
import type { Rules } from './rules.ts';
import { toVast } from './vast.ts';

const IMAGE_TYPES = [1, 2, 3, 4, 7, 8, 10];
const VIDEO_TYPES = [6, 9, 11];
const WRONG_TYPE = { error: 'openrtb banner should correspond to huaweiads adtype: banner or interstitial' };

export function toBanner(ad: Ad, content: Content, imp: SharedImp, rules: Rules): Made {
  const { adtype = 0 } = ad;
  if (![BANNER, INTERSTITIAL].includes(adtype)) return WRONG_TYPE;
  const { creativetype = 0 } = content;
  const type = creativetype > 100 ? creativetype - 100 : creativetype;
  if (IMAGE_TYPES.includes(type)) return toImage(content, rules);
  return VIDEO_TYPES.includes(type) ? toVast(adtype, content, imp, rules) : { error: 'no banner support creativetype' };
}

function toImage(content: Content, rules: Rules): Made {
  const click = clickUrlOf(content, rules);
  if ('error' in click) return click;
  const { metaData: { title, imageInfo: images } = {} } = content;
  if (!images) return { error: 'content.MetaData.ImageInfo is empty' };
  const [image] = images;
  if (!image) return { value: undefined };
  const { url = '', width = 0, height = 0 } = image;
  const pixels = lastMonitorOf(content, 'imp').map((one) => `<img height="1" width="1" src='${one}' >  `);
  const clicks = lastMonitorOf(content, 'click').map((one) => `"${one}"`);
  const adm =
    `${STYLE}<span class="title-link advertiser_label">${decoded(title)}</span> ` +
    `<a href='${click.value}' style="text-decoration:none" onclick=sendGetReq()> ` +
    `<img src='${url}' width='${width}' height='${height}'/> </a> ${pixels.join('')}${scriptFor(clicks.join(','))}`;
  return { value: { adm, w: width, h: height } };
}

const STYLE =
  '<style> html, body  { margin: 0; padding: 0; width: 100%; height: 100%; vertical-align: middle; }  ' +
  'html  { display: table; }  ' +
  'body { display: table-cell; vertical-align: middle; text-align: center; -webkit-text-size-adjust: none; }  </style> ';

/** Reports a click to all URLs, which are a list of JavaScript strings. */
const scriptFor = (urls: string): string =>
  `<script type="text/javascript">var dspClickTrackings = [${urls}];` +
  'function sendGetReq() {sendSomeGetReq(dspClickTrackings)}' +
  "function sendOneGetReq(url) {var req = new XMLHttpRequest();req.open('GET', url, true);req.send(null);}" +
  'function sendSomeGetReq(urls) {for (var i = 0; i < urls.length; i++) {sendOneGetReq(urls[i]);}}</script>';
