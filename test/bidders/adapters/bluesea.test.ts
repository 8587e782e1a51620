import bluesea from '#src/bidders/adapters/bluesea.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, testAdapter } from '../kit/adapter-table.ts';

const params = [{ pubid: '1', token: 'a b' }, { pubid: '2' }, 1, { pubid: '4', token: 't' }];
const uriOf = (pubid: string, token: string) => `https://acme.example/bid?pubid=${pubid}&token=${token}`;
const impIds = ['1', '2', '3', '4'];
const all = params.map((bidder, index) => ({ id: impIds[index], banner: {}, ext: { bidder } }));
const BAD_THIRD = badInput('Error in parsing imp.ext.bidder. err = expect { or n, but found 1, bidder = 1');
const mediatype = (name: unknown) => ({ ext: { mediatype: name } });

testAdapter(bluesea, {
  requests: {
    'gets the complete request once for each good imp': {
      params,
      calls: [
        { uri: uriOf('1', 'a+b'), impIds, imps: all },
        { uri: uriOf('4', 't'), impIds, imps: all },
      ],
      headers: jsonAccept,
      errors: [badInput('Error in parsing imp.ext.bidder, empty pubid or token'), BAD_THIRD],
    },
    'gets no request without imps': { params: [], errors: [badInput('Empty Imp objects')] },
    'says which `ext` cannot be read': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [badInput('Error in parsing imp.ext. err = expect { or n, but found ", imp.ext = "x"')],
    },
    'gets imps without a token in the Java variant': { ...java, params: [{ pubid: '2' }], calls: [{ uri: uriOf('2', '') }] },
  },
  responses: {
    'bids for the type it names': {
      bids: [mediatype('banner'), mediatype('native'), mediatype('video'), mediatype('audio'), { ext: {} }, {}, mediatype(1)],
      types: ['banner', 'native', 'video'],
      currency: 'USD',
      errors: [
        generic('Unknown bid type, audio'),
        generic('Unknown bid type, '),
        generic('Error in parsing bid.ext'),
        generic('Error in parsing bid.ext'),
      ],
    },
    'says that its response cannot be read': { body: 'x', errors: [generic('Error in parsing bidresponse body')] },
    'names the bid in the Java variant': {
      ...java,
      bids: [mediatype('audio'), {}],
      types: [],
      errors: [badServer('Unknown bid type: audio, in bid with id: b'), badServer('Missing bid media type in bid with id: b')],
    },
  },
});
