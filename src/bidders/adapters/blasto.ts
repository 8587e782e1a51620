import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { bracketedStatus, statusPolicy } from '../kit/status.ts';
import { firstSeatTraffic, sourceAndAccount, withoutExt } from './families/first-imp.ts';

export default defineBidder({
  code: 'blasto',
  endpoint: 'http://t-us.blasto.ai/bid?rtb_seat_id={{.SourceId}}&secret_key={{.AccountID}}',
  maintainer: 'support@blasto.ai',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  params: z.object({ accountId: z.string().min(1), sourceId: z.string().min(1) }),

  ...firstSeatTraffic,
  imp: withoutExt,
  macros: sourceAndAccount,
  status: statusPolicy(bracketedStatus),
  java: { response: { unreadable: () => badServer('Bad server response.'), currency: () => 'USD' } },
});
