import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { firstSeatTraffic, javaNoBidderExt } from './families/first-imp.ts';

export default defineBidder({
  code: 'aceex',
  endpoint: 'http://bl-us.aceex.io/?uqhash={{.AccountID}}',
  maintainer: 'tech@aceex.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ accountid: z.string().min(1) }),

  ...firstSeatTraffic,
  macros: ({ params }) => ({ AccountID: params.accountid }),
  java: { badParams: javaNoBidderExt, imp: undefined },
});
