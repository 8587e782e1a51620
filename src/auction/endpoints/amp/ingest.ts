/** From the query of an AMP request to the body of an auction: the stored request overridden by the page's parameters. */

import { copyJson } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../../auction.ts';
import { invalid } from '../../rejection.ts';
import type { Services } from '../../services.ts';
import type { PipelineStep } from '../../steps.ts';
import type { AmpParams } from './amp-params.ts';
import { AMP_MESSAGES } from './messages.ts';
import { fillAmpOutput } from './output.ts';
import { setInSrv } from './override.ts';
import { readAmpParams } from './params.ts';

/** The parameters, or an error message. A missing stored request id is reported first, before any other error. */
export const readAmpQuery = (query: Auction['incoming']['query'], dialect: Services['dialect']['amp']): Result<AmpParams> =>
  query['tag_id'] ? readAmpParams(query, dialect) : { error: AMP_MESSAGES.noTagId };

/** The step. */
export function readQuery(auction: Auction, { dialect }: Services): void {
  const read = readAmpQuery(auction.incoming.query, dialect.amp);
  if ('error' in read) auction.rejection = invalid(read.error);
  else auction.input.amp = read.value;
}

/** Data of the one imp that the response needs, and the constants of an AMP page. */
export function prepareImp({ request, imps }: Auction): void {
  const [imp] = request.imp;
  if (!imp) return;
  imp.secure = 1;
  const srv = imp.ext?.srv;
  const echoVideoAttrs = srv?.options?.echovideoattrs === true;
  const storedImp = echoVideoAttrs ? (copyJson(imp) as unknown as Ext) : undefined;
  imps.set(imp.id, { echoVideoAttrs, storedImp, passthrough: srv?.passthrough });
}

/** Sets the debug flags of both variants: test traffic and our own debug output. */
export function requestDebug({ request }: Auction, { debug }: AmpParams): void {
  if (!debug) return;
  request.test = 1;
  setInSrv(request, { debug: true });
}

/** The step: cache and targeting of the request. */
export const fillOutput: PipelineStep = ({ request }, { dialect }) => fillAmpOutput(request, dialect.amp);
