/**
 * The files of a new bidder: its own and its test (`src/cli/commands/new-bidder.ts`). Both work unchanged for a partner with plain OpenRTB.
 * Missing info of the partner is marked FILL IN, which tests reject.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDefinitions } from '../definitions.ts';
import { isReservedName } from '../reserved.ts';
import { namesOf } from '../unknown.ts';

/** Optional arguments beside the code. */
export interface Known {
  readonly endpoint?: string | undefined;
  readonly maintainer?: string | undefined;
}

const mark = (isKnown: boolean, what: string): string => (isKnown ? '' : ` // FILL IN: ${what}`);

const bidderFile = (code: string, { endpoint, maintainer }: Known): string => `import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';

export default defineBidder({
  code: '${code}',
  endpoint: ${quoted(endpoint ?? 'https://fill-in.example/openrtb2')},${mark(endpoint !== undefined, 'address of calls')}
  maintainer: ${quoted(maintainer ?? 'fill-in@partner.example')},${mark(maintainer !== undefined, 'contact of the partner')}
  capabilities: { app: ['banner'], site: ['banner'] }, // FILL IN: media types it buys
  // FILL IN, if it applies: vendorId, openrtb: '2.6', gpp, compression, geoscope, sync
  params: z.object({ placementId: z.string().min(1) }), // FILL IN: what publishers give

  imp: ({ params }) => ({ tagid: params.placementId }), // FILL IN: what differs from the request as it is
  response: {
    mediaType: firstOf(byMtype(), byImp(), ({ impid }) => badServer(typeNotDefined(impid))),
  },
});
`;

const testFile = (code: string): string => `import { describe, expect, it } from 'vitest';
import bidder from '#src/bidders/adapters/${code}.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = bidder.build(builder);
const request = requestOf({ id: '1', banner: { format: [{ w: 300, h: 250 }] }, bidder: { placementId: 'p' } });

describe('${code}', () => {
  it('sends the placement as tag', () => {
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ uri: builder.endpoint, impIds: ['1'], body: { imp: [{ id: '1', tagid: 'p' }] } });
  });

  it('takes the media type of a bid from mtype, else from its imp', () => {
    const bids = [{ impid: '1', mtype: 2 }, { impid: '1' }];
    const made = adapter.makeBids(request, sent, response({ cur: 'EUR', seatbid: [{ bid: bids }] }));
    expect(made.errors).toEqual([]);
    expect(made.result).toMatchObject({ currency: 'EUR', bids: [{ type: 'video' }, { type: 'banner' }] });
  });
});
`;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replace(/[\n\r]/g, ' ')}'`;

/**
 * Writes both files below `root`.
 * @returns their paths
 * @throws Error if the code is invalid or reserved, or one of the files exists (in any case)
 */
export function newBidder(root: string, code: string, known: Known = {}): string[] {
  if (!/^[A-Za-z0-9]\w*$/.test(code)) throw new Error(`invalid bidder code (letters, digits and underscores only): ${code}`);
  if (isReservedName(code)) throw new Error(`${code} is reserved: requests cannot name a bidder so`);
  const files = [
    [join('src', 'bidders', 'adapters', `${code}.ts`), bidderFile(code, known)],
    [join('test', 'bidders', 'adapters', `${code}.test.ts`), testFile(code)],
  ] as const;
  for (const [path] of files) if (isThere(join(root, path))) throw new Error(`file exists: ${path}`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { flag: 'wx' });
  }
  return files.map(([path]) => path);
}

/** File systems differ in case sensitivity; codes are case-insensitive. */
function isThere(path: string): boolean {
  const folder = dirname(path);
  return existsSync(folder) && readdirSync(folder).some((name) => join(folder, name).toLowerCase() === path.toLowerCase());
}

/** The bidder that already owns this code or alias in one of the variants, in any case. */
async function ownerOf(code: string): Promise<string | undefined> {
  const isSame = (name: string): boolean => name.toLowerCase() === code.toLowerCase();
  return (await findDefinitions()).find((one) => namesOf(one).some(isSame))?.code;
}

/**
 * Writes both files in this checkout.
 * @returns their paths
 * @throws Error as `newBidder`, and if the code is a name of another bidder
 */
export async function addBidder(code: string, known: Known): Promise<string[]> {
  const owner = await ownerOf(code);
  if (owner !== undefined) throw new Error(`${code} is a name of ${owner} already`);
  return newBidder(join(import.meta.dirname, '../../..'), code, known);
}
