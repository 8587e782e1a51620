/** The endpoint of video calls, from the host's extra info. */
import { z } from 'zod';
import type { Builder } from '../../bidder.ts';
import { parseObject } from '../../kit/decode.ts';
import { readerOf } from '../../kit/reader.ts';

const DEFAULT = 'https://reachms.bfmio.com/bid.json?exchange_id';
const readExtraInfo = readerOf(z.object({ video_endpoint: z.string() }));

/**
 * A `setup` hook.
 * @throws Error if the extra info is malformed
 */
export function readEndpoint({ extraInfo }: Builder): string {
  if (extraInfo === '') return DEFAULT;
  const json = parseObject(extraInfo);
  const found = 'error' in json ? json : readExtraInfo(json.value);
  if ('error' in found) throw new Error(`invalid extra info: ${found.error}`);
  return found.value.video_endpoint || DEFAULT;
}
