/** The exchange's own brand categories and their IAB categories. */
import { z } from 'zod';
import { readerOf, readJson } from '../../kit/reader.ts';

/** `IAB category:id,id-id`. */
const TABLE = `
  IAB1-2:132 IAB1-5:20 IAB1-6:21 IAB1-7:28 IAB2-1:141 IAB2-3:4,140,142 IAB3-1:53,175 IAB3-4:22 IAB3-5:183 IAB3-9:25,137
  IAB4-5:10 IAB5-1:9,62 IAB7-1:14,42 IAB7-30:43 IAB7-32:32,112-115 IAB7-39:58,60 IAB7-44:41,69 IAB8-5:74 IAB8-7:12
  IAB8-9:182 IAB9-5:68,118-126 IAB9-7:13 IAB9-9:67 IAB9-30:29,39 IAB10-1:3 IAB10-7:16 IAB11-2:65 IAB11-3:87
  IAB11-4:37,166 IAB11-5:35 IAB12-2:85 IAB12-3:8,36,38,63 IAB13-2:55 IAB13-4:11,176 IAB13-6:18 IAB16-5:33 IAB17-12:51
  IAB17-13:143 IAB17-18:26,66 IAB18-1:7 IAB18-4:19 IAB18-5:2 IAB19-3:138 IAB19-6:27 IAB19-8:5 IAB19-13:23 IAB19-18:17
  IAB19-30:50,52,56,57,73,133 IAB19-34:34 IAB20-3:1 IAB20-7:30 IAB20-17:31 IAB20-18:15,64 IAB21-3:61
  IAB22-1:6,59,78,127 IAB22-2:24 IAB22-3:71,86`;

/** IAB category of a brand category id. */
export const IAB_OF_BRAND: ReadonlyMap<number, string> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .flatMap((line) => {
      const [category = '', ids = ''] = line.split(':');
      return ids.split(',').flatMap((range) => numbersOf(range).map((id) => [id, category] as const));
    }),
);

function numbersOf(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

const readExtraInfo = readerOf(z.object({ iab_categories: z.record(z.string(), z.string()) }));

/**
 * The table with the host's own entries over it.
 * @throws Error if the extra info is malformed
 */
export function categoriesOf(extraInfo: string): ReadonlyMap<number, string | undefined> {
  if (extraInfo === '') return IAB_OF_BRAND;
  const found = readJson(extraInfo, readExtraInfo);
  if ('error' in found) throw new Error(`invalid extra info: ${found.error}`);
  return new Map([...IAB_OF_BRAND, ...Object.entries(found.value.iab_categories ?? {}).map(([id, one]) => [Number(id), one] as const)]);
}
