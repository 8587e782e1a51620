/** `imp.ext`, written again with the ad slot as `gpid`. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { ImpExt } from '#src/openrtb/ext.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf } from '../../kit/reader.ts';
import type { ImpPatch, SharedImp } from '../../kit/spec.ts';

const readExt = readerOf(
  z.object({
    srv: z.object({
      adunitcode: z.string(),
      bidder: z.record(z.string(), z.unknown()),
      floors: z.unknown(),
      imp: z.record(z.string(), z.unknown()),
      is_rewarded_inventory: z.int(),
      options: z.unknown(),
      passthrough: z.unknown(),
      storedauctionresponse: z.unknown(),
      storedbidresponse: z.array(z.unknown()),
      storedrequest: z.unknown(),
    }),
    bidder: z.unknown(),
    data: z.object({ pbadslot: z.string(), adserver: z.object({ name: z.string(), adslot: z.string() }) }),
    gpid: z.string(),
    skadn: z.unknown(),
    context: z.unknown(),
  }),
);

/** With an ad slot, `ext` has only the fields the exchange knows; otherwise nothing changes. */
export function withAdSlot(imp: SharedImp): ImpPatch | undefined {
  const ext = readExt(imp.ext);
  const slot = 'error' in ext ? '' : ext.value.data?.adserver?.adslot;
  return slot ? withoutStrays(imp) : undefined;
}

/** `ext` with only the fields the exchange knows (Java variant: with or without an ad slot). */
export function withoutStrays(imp: SharedImp): ImpPatch | undefined {
  const ext = readExt(imp.ext);
  if ('error' in ext || !isObject(imp.ext)) return undefined;
  const { srv, data, gpid, skadn, context } = ext.value;
  const { adserver, pbadslot } = data ?? {};
  const written = {
    srv,
    bidder: imp.ext.bidder,
    data: data && {
      ...filled({ pbadslot }),
      ...(adserver && { adserver: adserver.adslot ? { name: '', ...adserver } : filled(adserver) }),
    },
    gpid: adserver?.adslot || gpid,
    skadn,
    context,
  };
  return { ext: written as ImpExt };
}
