import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import type { SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { toInteger } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byImp } from '../kit/media-type.ts';
import { inventoryPatch, siteOrAppPatch } from '../kit/objects.ts';
import { idOrString } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';

const idOrDigits = z.union([z.int(), z.string()]);
const readIds = readerOf(z.object({ cp: idOrDigits, ct: idOrDigits }));

interface Ids {
  readonly cp?: number | undefined;
  readonly ct?: number | undefined;
}

/** Ids as numbers, or the decoder's message: also for a text that is no whole number. */
function readNumbers(bidder: unknown): Result<Ids> {
  const found = readIds(bidder);
  if ('error' in found) return found;
  const wrong = [found.value.cp, found.value.ct].find((one) => typeof one === 'string' && one !== '' && toInteger(one) === undefined);
  return wrong === undefined
    ? { value: { cp: Number(found.value.cp ?? 0), ct: Number(found.value.ct ?? 0) } }
    : { error: `cannot unmarshal: strconv.Atoi: parsing "${wrong}": invalid syntax` };
}

/** The first publisher id of the imps up to an index; 0: none. */
function publisherUpTo({ imp }: SharedRequest, index: number): number {
  for (const one of imp.slice(0, index + 1)) {
    const found = paramsIn(one, readNumbers);
    if ('value' in found && found.value.cp) return found.value.cp;
  }
  return 0;
}

export default defineBidder({
  code: 'pulsepoint',
  endpoint: 'http://bid.contextweb.com/header/s/ortb/prebid-s2s',
  maintainer: 'ExchangeTeam@pulsepoint.com',
  vendorId: 81,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  openrtb: '2.6',
  gpp: true,
  sync: { redirect: { url: 'https://bh.contextweb.com/rtset?pid=561205&ev=1&rurl={{.RedirectURL}}', userMacro: '%%VGUID%%' } },
  params: z.object({ cp: idOrString(), ct: idOrString() }),

  readParams: readNumbers,
  imp: ({ params: { ct = 0 }, index }, { request }) => {
    if (publisherUpTo(request, index) === 0) return badInput('param not found - pubID');
    return ct === 0 ? badInput('param not found - tagID') : { tagid: String(ct) };
  },
  request: (_, { request }) => {
    const id = String(publisherUpTo(request, request.imp.length - 1));
    return siteOrAppPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id } }));
  },
  status: statusPolicy({ messages: { 400: 'Bad user input: HTTP status 400' }, other: 'Bad server response: HTTP status %d' }),
  response: { currency: { fixed: 'USD' }, mediaType: byImp({ in: 'sent', order: ['banner', 'video', 'audio', 'native'] }) },
  java: {
    imp: ({ params: { ct = 0 } }) => (ct === 0 ? badInput('param not found - tagID') : { tagid: String(ct) }),
    request: (_, { request }) => {
      const id = publisherUpTo(request, request.imp.length - 1);
      return inventoryPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id: id === 0 ? '' : String(id) } }));
    },
  },
});
