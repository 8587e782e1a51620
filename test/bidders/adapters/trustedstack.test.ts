import trustedstack from '#src/bidders/adapters/trustedstack.ts';
import { badServer, generic } from '#src/bidders/errors.ts';
import { java, json, testAdapter, unread } from '../kit/adapter-table.ts';
import { builder } from '../kit/builder.ts';

const unknown = (prefix: string) => `${prefix}: 1`;

testAdapter(trustedstack, {
  requests: {
    'gets the host’s own URL in its URL': {
      builder: {
        endpoint: 'https://acme.example/bid?z=1&b=2',
        extraInfo: 'https://extra.example',
        server: { ...builder.server, externalUrl: 'https://own.example/a b' },
      },
      calls: [{ uri: 'https://acme.example/bid?b=2&src=https%3A%2F%2Fown.example%2Fa+b&z=1', headers: json }],
    },
    'gets the request unchanged if the host has no URL': { ...unread, headers: json },
  },
  responses: {
    'bids for banner, video or native by `mtype`, in dollars': {
      bids: [1, 2, 4, 3].map((mtype) => ({ mtype })),
      types: ['banner', 'video', 'native'],
      cur: 'EUR',
      currency: 'USD',
      errors: [generic(unknown('unable to fetch mediaType for imp'))],
    },
    'bids for audio, or else for the type of the imp, in the Java variant': {
      ...java,
      imps: [{ id: '1', native: {} }],
      bids: [{ mtype: 3 }, {}, { impid: '7' }, { mtype: 9 }],
      types: ['audio', 'native', 'banner'],
      errors: [badServer(unknown('Unable to fetch mediaType'))],
    },
  },
});
