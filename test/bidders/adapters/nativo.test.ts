import nativo from '#src/bidders/adapters/nativo.ts';
import { badServer, generic } from '#src/bidders/errors.ts';
import { java, json, testAdapter, type, unread } from '../kit/adapter-table.ts';

const sdk = (name: string, version?: string) => ({
  ext: {
    srv: {
      sdk: {
        renderers: [
          { name: 'other', version: '1' },
          { name, version },
        ],
      },
    },
  },
});

const renderer = { rendererName: 'NativoRenderer', rendererVersion: '2' };

testAdapter(nativo, {
  requests: { 'gets the request unchanged': { ...unread, headers: json } },
  responses: {
    'bids for native before video before banner, else by the type in `ext`, in dollars': {
      imps: [
        { id: '1', banner: {}, video: {}, native: {} },
        { id: '2', banner: {}, video: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '7', ...type('audio') }, { impid: '7', ...type() }, { impid: '7' }],
      types: ['native', 'video', 'audio'],
      cur: 'EUR',
      currency: 'USD',
      errors: [generic('invalid BidType: '), badServer('Failed to parse impression "7" mediatype')],
    },
    'names its renderer in the app’s SDK': {
      request: sdk('nativorenderer', '2'),
      bids: [{}],
      result: [{ type: 'banner', meta: { ...renderer, rendererName: 'nativorenderer' } }],
    },
    'says that its response cannot be read': { body: '"x"', errors: [badServer('Bad Server Response')] },
    'bids for banner first in the Java variant, also if the imp is unknown': {
      ...java,
      imps: [
        { id: '1', banner: {}, native: {} },
        { id: '2', audio: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '7' }],
      types: ['banner', 'audio', 'banner'],
    },
    'needs the exact name and a version of its renderer in the Java variant': {
      ...java,
      request: sdk('NativoRenderer'),
      bids: [{ ext: { srv: { meta: null } } }],
      result: [{ bid: { ext: { srv: { meta: null } } }, meta: undefined }],
    },
    'names its renderer beside what is in the `ext` of bids in the Java variant': {
      ...java,
      request: sdk('NativoRenderer', '2'),
      bids: [{ ext: { own: 1, srv: { meta: { networkId: 3 } } } }, {}],
      result: [
        { bid: { ext: { own: 1, srv: { meta: { networkId: 3, ...renderer } } } }, meta: undefined },
        { bid: { ext: { srv: { meta: renderer } } } },
      ],
    },
  },
});
