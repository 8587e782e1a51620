/** Responses of the exchange's own form: ads by slot, each with contents. */

import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import { queryUnescape } from '../../kit/url.ts';
import type { Rules } from './rules.ts';

const image = z.object({ url: z.string(), width: z.int(), height: z.int() });
const metaData = z.object({
  title: z.string(),
  description: z.string(),
  imageInfo: z.array(image),
  icon: z.array(image),
  clickUrl: z.string(),
  intent: z.string(),
  videoInfo: z.object({ videoDownloadUrl: z.string(), videoDuration: z.int(), width: z.int(), height: z.int() }),
  /** ms */
  duration: z.int(),
  mediaFile: z.object({ mime: z.string(), width: z.int(), height: z.int(), url: z.string() }),
  cta: z.string(),
});
const content = z.object({
  contentid: z.string(),
  interactiontype: z.int(),
  creativetype: z.int(),
  metaData,
  monitor: z.array(z.object({ eventType: z.string(), url: z.array(z.string()) })),
  cur: z.string(),
  price: z.number(),
});
const ad = z.object({ adtype: z.int(), slotid: z.string(), retcode30: z.int(), content: z.array(content) });

export const readAds = readerOf(z.object({ retcode: z.int(), reason: z.string(), multiad: z.array(ad) }));

export type Content = Lenient<z.input<typeof content>>;
export type Ad = Lenient<z.input<typeof ad>>;

/** Markup of a bid, and its size in px. */
export interface Markup {
  readonly adm: string;
  readonly w: number;
  readonly h: number;
}

/** Markup, or `undefined` for content that can be no bid; or the error message. */
export type Made = Result<Markup | undefined>;

/** Texts are escaped like values of a form; broken ones are empty. */
export const decoded = (text = ''): string => queryUnescape(text) ?? '';

/** URLs of all monitors of a kind. */
export const monitorsOf = ({ monitor = [] }: Content, eventType: string): readonly string[] =>
  monitor.flatMap((one) => (one.eventType === eventType ? (one.url ?? []) : []));

/** URLs of the last monitor of a kind that has some. */
export const lastMonitorOf = ({ monitor = [] }: Content, eventType: string): readonly string[] =>
  monitor.findLast((one) => one.eventType === eventType && one.url?.length)?.url ?? [];

const APP_PROMOTION = 3;
const NO_INTENT = { error: 'content.MetaData.Intent in huaweiads resopnse is empty when interactiontype is appPromotion' };

/** Where a click leads. */
export function clickUrlOf(
  { interactiontype, metaData: { clickUrl = '', intent } = {} }: Content,
  { prefersIntent }: Rules,
): Result<string> {
  const own = decoded(intent);
  const url = interactiontype === APP_PROMOTION || prefersIntent ? own || (prefersIntent ? clickUrl : '') : clickUrl || own;
  const mayBeEmpty = interactiontype !== APP_PROMOTION && !prefersIntent;
  if (url === '' && !mayBeEmpty) return NO_INTENT;
  return { value: url };
}
