/**
 * Any partner with plain OpenRTB, without code: the host sets the endpoint (`adapters.generic.endpoint`, or an alias with `alias_of:
 * generic`), publishers send the partner's params in `imp.ext.bidder`.
 */
import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { plainTraffic } from './families/plain-openrtb.ts';

const all = ['banner', 'video', 'audio', 'native'] as const;

export default defineBidder({
  code: 'generic',
  maintainer: '',
  disabled: true,
  capabilities: { site: all, app: all, dooh: all },
  gpp: true,
  modifyingVastXmlAllowed: true,
  params: z.record(z.string(), z.unknown()),

  ...plainTraffic,
  // Partners that only the Java variant has: plain OpenRTB to the address the host sets.
  java: { aliases: { yearxero: {}, preciso: {} } },
});
