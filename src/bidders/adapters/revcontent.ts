import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { statusPolicy } from '../kit/status.ts';

export default defineBidder({
  code: 'revcontent',
  endpoint: 'https://trends.revcontent.com/rtb',
  maintainer: 'developers@revcontent.com',
  vendorId: 203,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  disabled: true,
  params: z.object({}),

  before: ({ request: { app, site } }) =>
    app?.name || site?.domain ? undefined : badInput('Impression is missing app name or site domain, and must contain one.'),
  readParams: 'never',
  headers: 'json',
  status: statusPolicy('unexpected status code: %d.'),
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ adm = '' }) => (adm.startsWith('<') ? 'banner' : 'native'),
  },
});
