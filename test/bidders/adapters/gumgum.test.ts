/** An exchange with a zone or a publisher, and slots for the largest of several sizes. */
import gumgum from '#src/bidders/adapters/gumgum.ts';
import { testAdapter } from '../kit/adapter-table.ts';

const format = [
  { w: 300, h: 250 },
  { w: 250, h: 300 },
];

testAdapter(gumgum, {
  requests: {
    'takes any number as publisher and slot': {
      imps: [{ id: '1', banner: { format }, ext: { bidder: { pubId: 1.5, slot: 2.5 } } }],
      request: { site: {} },
      calls: [
        {
          body: {
            id: 'request',
            site: { publisher: { id: '1.5' } },
            imp: [
              {
                id: '1',
                banner: { format, w: 300, h: 250, ext: { si: 2.5, maxw: 300, maxh: 250 } },
                ext: { bidder: { pubId: 1.5, slot: 2.5 } },
              },
            ],
          },
        },
      ],
    },
  },
});
