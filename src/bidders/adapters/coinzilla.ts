import { z } from 'zod';
import { badInput } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { noImpression } from '../kit/messages.ts';
import { onlyOk } from '../kit/status.ts';

export default defineBidder({
  code: 'coinzilla',
  endpoint: 'http://request-global.czilladx.com/serve/prebid-server.php',
  maintainer: 'technical@sevio.com',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: z.object({ placementId: z.string().min(1) }),

  whenEmpty: badInput(noImpression),
  readParams: 'never',
  headers: 'openrtb-2.5',
  status: onlyOk('Unexpected code: %d. Run with request.debug = 1'),
  response: {
    noBid: noSeatBid,
    currency: 'response',
    mediaType: always('banner'),
  },
  java: { response: { noBid: undefined } },
});
