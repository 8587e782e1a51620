import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { floorInDollars } from '../kit/money.ts';

export default defineBidder({
  code: 'tpmn',
  endpoint: 'https://gat.tpmn.io/ortb/pbs_bidder',
  maintainer: 'prebid@tpmn.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://gat.tpmn.io/sync/redirect?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ inventoryId: z.int() }),

  readParams: 'never',
  floor: floorInDollars,

  imp: () => ({ bidfloorcur: 'USD' }),
  response: {
    unreadable: (cause) => generic(`bid response unmarshal: ${cause}`),
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native'], ({ mtype }) => generic(mtypeUnsupported(mtype))),
    onBadBid: 'abort',
  },
  java: {
    imp: undefined,
    response: {
      mediaType: byMtype(['banner', 'video', 'native'], ({ id, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : `Unsupported MType: ${mtype}, for bid: ${id}`),
      ),
      onBadBid: 'drop',
    },
  },
});
