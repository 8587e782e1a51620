import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, onlyFormat } from '../kit/fan-out.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import type { SharedBid } from '../kit/response-spec.ts';

const typeFailed = ({ impid }: SharedBid) => badServer(`Failed to parse bid mediatype for impression "${impid}"`);

export default defineBidder({
  code: 'melozen',
  endpoint: 'https://prebid.melozen.com/rtb/v2/bid?publisher_id={{.PublisherID}}',
  maintainer: 'DSP@melodong.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  params: z.object({ pubId: z.string().min(1) }),

  floor: floorInDollars,

  imp: ({ imp: { banner, video, native } }) =>
    banner || video || native ? undefined : badInput('Invalid MediaType. MeloZen only supports Banner, Video and Native.'),
  fanout: (imps) =>
    imps.flatMap((item) =>
      formatsOf(item.imp, ['banner', 'video', 'native']).map((format) => {
        const audio = item.imp.audio && { audio: item.imp.audio };
        return [{ ...item, imp: { ...onlyFormat(item.imp, format), ...audio } }];
      }),
    ),
  macros: ({ params: { pubId } }) => ({ PublisherID: pubId }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byReadExtType({ missing: typeFailed }),
  },
  java: { modifyingVastXmlAllowed: true, response: { mediaType: byReadExtType({ missing: typeFailed, unknown: typeFailed }) } },
});
