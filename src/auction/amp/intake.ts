/** From the query of an AMP page's call to the body of an auction: the stored request with the page's parameters over it. */

import type { Ext } from '#src/wire/ext.ts';
import { copyJson } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import type { Step } from '../steps.ts';
import { fillAmpOutput } from './output.ts';
import { setInSrv } from './override.ts';
import { type AmpParams, readAmpParams } from './params.ts';
import { AMP_TEXTS } from './texts.ts';

/** A call without its stored request's id is told so first, whatever else cannot be read. */
export function readQuery(auction: Auction, { dialect }: Services): void {
  const { query } = auction.incoming;
  const read = query['tag_id'] ? readAmpParams(query, dialect.amp) : { error: AMP_TEXTS.noTagId };
  if ('error' in read) auction.refusal = invalid(read.error);
  else auction.intake.amp = read.params;
}

/** What the answer has to know of the one imp, and what is always so on an AMP page. */
export function prepareImp({ request, imps }: Auction): void {
  const [imp] = request.imp;
  if (!imp) return;
  imp.secure = 1;
  const srv = imp.ext?.srv;
  const echoVideoAttrs = srv?.options?.echovideoattrs === true;
  const storedImp = echoVideoAttrs ? (copyJson(imp) as unknown as Ext) : undefined;
  imps.set(imp.id, { echoVideoAttrs, storedImp, passthrough: srv?.passthrough });
}

/** Both variants' words for it: test traffic, and our own debug output. */
export function askForDebug({ request }: Auction, { debug }: AmpParams): void {
  if (!debug) return;
  request.test = 1;
  setInSrv(request, { debug: true });
}

/** The step: cache and targeting of the request. */
export const fillOutput: Step = ({ request }, { dialect }) => fillAmpOutput(request, dialect.amp);
