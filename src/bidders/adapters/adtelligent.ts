import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { idOrString } from '../kit/params.ts';
import { checkFormats, ignoring, parseInteger, type SourceRules, sourceIdTraffic, typeOfSent, unreadable } from './families/source-id.ts';

const rules: SourceRules = {
  extKey: 'adtelligent',
  name: 'aid',
  parse: parseInteger('marshaling', (message, imp) => ignoring(imp, `aid parsing err: ${message}`)),
};
const checkImp = checkFormats('Adtelligent');

export default defineBidder({
  code: 'adtelligent',
  endpoint: 'http://ghb.adtelligent.com/pbs/ortb',
  maintainer: 'hb@adtelligent.com',
  vendorId: 410,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  aliases: {
    copper6: { endpoint: 'http://ghb.app.copper6.com/pbs/ortb', maintainer: 'info@copper6.com', vendorId: 1356 },
    indicue: { endpoint: 'http://ghb.console.indicue.com/pbs/ortb', maintainer: 'ops@indicue.com' },
    janet: { endpoint: 'http://ghb.bidder.jmgads.com/pbs/ortb', maintainer: 'info@thejmg.com', vendorId: 410 },
    pgam: { endpoint: 'http://ghb.pgamssp.com/pbs/ortb', maintainer: 'ppatel@pgammedia.com', vendorId: 1353 },
    streamkey: {
      endpoint: 'http://ghb.hb.streamkey.net/pbs/ortb',
      maintainer: 'contact@streamkey.tv',
      vendorId: 410,
      capabilities: { app: ['video'], site: ['video'] },
    },
    viewdeos: { endpoint: 'http://ghb.sync.viewdeos.com/pbs/ortb', maintainer: 'contact@viewdeos.com', vendorId: 924 },
  },
  params: z.object({ placementId: z.int().optional(), siteId: z.int().optional(), aid: idOrString(), bidFloor: z.number().optional() }),

  ...sourceIdTraffic(rules),
  checkImp,
  // Every response with content is read.
  status: (response) => (response.status === 204 ? 'no-bid' : 'ok'),
  response: { unreadable, currency: { fixed: 'USD' }, mediaType: typeOfSent(rules, checkImp, ['video']) },
});
