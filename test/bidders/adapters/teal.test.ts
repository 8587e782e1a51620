import teal from '#src/bidders/adapters/teal.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const types = {
  imps: [
    { id: '1', banner: {}, video: {} },
    { id: '2', native: {}, video: {} },
    { id: '3', native: {}, audio: {} },
    { id: '4', audio: {} },
  ],
};

testAdapter(teal, {
  requests: {
    'gets placements as stored requests, and the account as the publisher': {
      imps: [
        { id: '1', ext: { bidder: { account: ' a ', placement: ' p ' }, srv: { k: 1, storedrequest: { l: 2 } }, gpid: 'g' } },
        { id: '2', ext: { bidder: { account: ' a ' } } },
      ],
      request: { site: { publisher: { id: 'old', name: 'n' } }, ext: { k: 1, bids: { x: 1 } } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [
              {
                id: '1',
                ext: { bidder: { account: ' a ', placement: ' p ' }, srv: { k: 1, storedrequest: { l: 2, id: ' p ' } }, gpid: 'g' },
              },
              { id: '2', ext: { bidder: { account: ' a ' } } },
            ],
            site: { publisher: { id: ' a ', name: 'n' } },
            ext: { k: 1, bids: { pbs: 1 } },
          },
        },
      ],
    },
    'gets the imps of the first valid account only': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: 'x' } },
        { id: '3', ext: { bidder: { account: ' ' } } },
        { id: '4', ext: { bidder: { account: 'no', placement: '' } } },
        { id: '5', ext: { bidder: { account: 'a' } } },
        { id: '"6"', ext: { bidder: { account: 'b' } } },
      ],
      calls: [{ impIds: ['5'] }],
      errors: [
        badInput('Error parsing imp.ext for impression 1'),
        badInput('Error parsing imp.ext.bidder for impression 2'),
        badInput('account parameter failed validation'),
        badInput('placement parameter failed validation'),
        badInput('mixed-account requests are not supported: imp "\\"6\\"" account "b" differs from request account "a"'),
      ],
    },
    'gets no call without a readable extension': {
      params: [{ account: 'a' }],
      request: { ext: 'x' },
      errors: [generic(`teal: failed parsing request.ext: ${NOT_AN_OBJECT}`)],
    },
    'gets several accounts in one call, in the Java variant': {
      ...java,
      params: [{ account: 'a' }, { account: 'b' }, 'x'],
      request: { app: {} },
      calls: [
        {
          body: {
            id: 'request',
            imp: [
              { id: '1', banner: {}, ext: { bidder: { account: 'a' } } },
              { id: '2', banner: {}, ext: { bidder: { account: 'b' } } },
            ],
            app: { publisher: { id: 'a' } },
            ext: { bids: { pbs: 1 } },
          },
        },
      ],
      errors: [badInput('Error parsing imp.ext for impression 3')],
    },
  },
  responses: {
    'bids for the type it names, else for that of the imp': {
      ...types,
      bids: [{ mtype: 4 }, { mtype: 3 }, { impid: '2' }, { impid: '3' }, { impid: '4' }, { impid: '"' }],
      types: ['native', 'banner', 'video', 'native'],
      errors: [badServer('failed to determine bid type for imp "4"'), badServer('failed to determine bid type for imp "\\""')],
    },
    'names types in the extension, in the Java variant': {
      ...java,
      ...types,
      bids: [type('audio'), { impid: '2' }, { impid: '3' }, { impid: '5' }],
      types: ['audio', 'video', 'audio', 'banner'],
    },
    'must be JSON': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});
