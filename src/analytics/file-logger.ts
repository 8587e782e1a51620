/** `filelogger`: one line per event, one file per day. */
import { fileOptions } from '#src/config/sections/analytics.ts';
import { appendLines } from './append-lines.ts';
import { deliveryOf } from './delivery.ts';
import { goJson } from './go-names.ts';
import type { AnalyticsKind } from './kinds.ts';
import { defineAnalytics, type Parcel } from './module.ts';

/** The value of `type` for each kind. */
export const TYPES: { readonly [kind in AnalyticsKind]: string } = {
  auction: '/openrtb2/auction',
  amp: '/openrtb2/amp',
  video: '/openrtb2/video',
  cookie_sync: '/cookie_sync',
  setuid: '/set_uid',
  notification: '/event',
};

/** Timeout of a write, ms. */
const WRITE_MS = 10_000;

const two = (number: number): string => String(number).padStart(2, '0');
const parts = (at: Date): [string, string, string] => [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())];

/** `20160216`, local time. */
const dayOf = (epochMs: number): string => parts(new Date(epochMs)).join('');

/** `2016/02/16 17:50:07`, local time. */
function stampOf(epochMs: number): string {
  const at = new Date(epochMs);
  return `${parts(at).join('/')} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Each line goes into the file of its own day, however late it is written. */
async function append(filename: string, { items }: Parcel): Promise<void> {
  for (const [day, lines] of Map.groupBy(items, ({ at }) => dayOf(at))) {
    await appendLines(
      `${filename}-${day}`,
      lines.map(({ text }) => text),
    );
  }
}

export default defineAnalytics({
  key: 'file',
  name: 'filelogger',
  options: fileOptions,
  create(options) {
    const { filename, format, events, sample_rate, extension } = options;
    if (filename === '') return undefined;
    return {
      kinds: events,
      share: sample_rate,
      extension,
      gvlId: 0,
      delivery: deliveryOf(options, WRITE_MS, 1),
      encode(report) {
        const text = goJson(report, `"type":"${TYPES[report.kind]}"`, extension);
        return { text: format === 'json' ? text : `${stampOf(report.at)} DEBUG ${text}` };
      },
      send: (parcel) => append(filename, parcel),
    };
  },
});
