/** Publishers' params of an ad slot. Imps with unreadable params are skipped. */
import { z } from 'zod';
import type { SharedRequest } from '../../bidder.ts';
import { readerOf } from '../../kit/reader.ts';
import type { SharedImp } from '../../kit/spec.ts';

const readParams = readerOf(
  z.object({ adslotId: z.string(), supplyId: z.string(), extId: z.string(), targeting: z.record(z.string(), z.string()) }),
);

export interface AdSlot {
  readonly imp: SharedImp;
  readonly adslotId: string;
  readonly supplyId: string;
  readonly extId: string;
  readonly targeting: { readonly [key: string]: string | undefined };
}

export function slotsOf(request: SharedRequest): readonly AdSlot[] {
  const slots: AdSlot[] = [];
  for (const imp of request.imp) {
    const found = readParams(imp.ext?.bidder);
    if ('error' in found) continue;
    const { adslotId = '', supplyId = '', extId = '', targeting = {} } = found.value;
    slots.push({ imp, adslotId, supplyId, extId, targeting });
  }
  return slots;
}
