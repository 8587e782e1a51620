/** Markup of video: VAST 3.0. */
import type { Result } from '#src/lang/result.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { REWARDED, ROLL } from './ad-types.ts';
import { type Content, clickUrlOf, decoded, lastMonitorOf, type Made, monitorsOf } from './content.ts';
import type { Rules } from './rules.ts';

interface MediaFile {
  readonly mime: string;
  readonly url: string;
  /** ms */
  readonly duration: number;
  readonly w: number;
  readonly h: number;
}

const FAILED = 'extract Adm for video failed:';
const NO_SIZE = { error: `${FAILED} cannot get video width, height` };
const MIME = 'video/mp4';

export function toVast(adtype: number, content: Content, imp: SharedImp, rules: Rules): Made {
  const click = clickUrlOf(content, rules);
  if ('error' in click) return click;
  const found = adtype === ROLL ? rollFile(content) : videoFile(content, imp);
  if ('error' in found) return found;
  const file = found.value;
  if (rules.needsSize && !(file.w && file.h)) return NO_SIZE;
  const { contentid: id = '', metaData: { title } = {} } = content;
  const monitors = (eventType: string) => (rules.allMonitors ? monitorsOf : lastMonitorOf)(content, eventType);
  const creatives = `${linear(id, content, file, { click: click.value, clicks: monitors('click') })}${
    adtype === REWARDED ? companion(id, content, file, click.value) : ''
  }`;
  const adm =
    `<?xml version="1.0" encoding="UTF-8"?><VAST version="3.0"><Ad id="${id}"><InLine><AdSystem>HuaweiAds</AdSystem>` +
    `<AdTitle>${decoded(title)}</AdTitle>` +
    elements(
      'Error',
      monitors('vastError').map((url) => `${url}&et=[ERRORCODE]`),
    ) +
    `${elements('Impression', monitors('imp'))}<Creatives>${creatives}</Creatives></InLine></Ad></VAST>`;
  return { value: { adm, w: file.w, h: file.h } };
}

const cdata = (url: string): string => `<![CDATA[${url}]]>`;
const elements = (name: string, urls: readonly string[]): string => urls.map((url) => `<${name}>${cdata(url)}</${name}>`).join('');

function rollFile({ metaData: { mediaFile = {}, duration = 0 } = {} }: Content): Result<MediaFile> {
  const { mime, url = '', width: w = 0, height: h = 0 } = mediaFile;
  return url === ''
    ? { error: `${FAILED} Content.MetaData.MediaFile.Url is empty` }
    : { value: { mime: mime || MIME, url, duration, w, h } };
}

/** The size is the video's, else that of a video imp. */
function videoFile({ metaData: { videoInfo = {} } = {} }: Content, { video }: SharedImp): Result<MediaFile> {
  const { videoDownloadUrl: url = '', videoDuration: duration = 0, width: w = 0, height: h = 0 } = videoInfo;
  if (url === '') return { error: `${FAILED} content.MetaData.VideoInfo.VideoDownloadUrl is empty` };
  if (w !== 0 && h !== 0) return { value: { mime: MIME, url, duration, w, h } };
  if (!video) return NO_SIZE;
  return { value: { mime: MIME, url, duration, ...(video.w && video.h ? { w: video.w, h: video.h } : { w: 0, h: 0 }) } };
}

interface Clicks {
  readonly click: string;
  readonly clicks: readonly string[];
}

function linear(id: string, content: Content, { mime, url, duration, w, h }: MediaFile, { click, clicks }: Clicks): string {
  return (
    `<Creative adId="${id}" id="${id}"><Linear><Duration>${timeOf(duration)}</Duration>` +
    `<TrackingEvents>${trackingOf(content)}</TrackingEvents>` +
    `<VideoClicks>${elements('ClickThrough', [click])}${elements('ClickTracking', clicks)}</VideoClicks>` +
    `<MediaFiles><MediaFile delivery="progressive" type="${mime}" width="${w}" height="${h}" scalable="true" maintainAspectRatio="true"> ` +
    `${cdata(url)}</MediaFile></MediaFiles></Linear></Creative>`
  );
}

/** `hh:mm:ss.mmm` */
function timeOf(duration: number): string {
  const digits = (value: number, count: number): string => String(Math.floor(value)).padStart(count, '0');
  const seconds = duration / 1000;
  return `${digits(seconds / 3600, 2)}:${digits((seconds / 60) % 60, 2)}:${digits(seconds % 60, 2)}.${digits(duration % 1000, 3)}`;
}

/** Events of VAST by events of the exchange. */
const EVENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['playStart', ['start']],
  ['playEnd', ['complete']],
  ['playResume', ['resume']],
  ['playPause', ['pause']],
  ['soundClickOff', ['mute']],
  ['soundClickOn', ['unmute']],
  ['userclose', ['skip', 'closeLinear']],
]);

const trackingOf = ({ monitor = [] }: Content): string =>
  monitor
    .flatMap(({ eventType = '', url: urls = [] }) =>
      urls.flatMap((url) => (EVENTS.get(eventType) ?? []).map((event) => `<Tracking event="${event}">${cdata(url)}</Tracking>`)),
    )
    .join('');

/** The end card of a rewarded video: its icon, else its first image. */
function companion(id: string, { metaData: { icon = [], imageInfo = [] } = {} }: Content, file: MediaFile, click: string): string {
  const image = [icon[0], imageInfo[0]].find((one) => one?.url);
  if (!image?.url) return '';
  const { url, width = 0, height = 0 } = image;
  const { w, h } = width > 0 && height > 0 ? { w: width, h: height } : file;
  return (
    `<Creative adId="${id}" id="${id}"><CompanionAds><Companion width="${w}" height="${h}">` +
    `<StaticResource creativeType="image/png">${cdata(url)}</StaticResource>` +
    `${elements('CompanionClickThrough', [click])}</Companion></CompanionAds></Creative>`
  );
}
