import eVolution from '#src/bidders/adapters/e_volution.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter, unread } from '../kit/adapter-table.ts';

const SOMETHING = 'Something went wrong, please contact your Account Manager. Status Code: [ 500 ] ';
const named = (mediaType: string) => ({ ext: { mediaType } });

testAdapter(eVolution, {
  requests: { 'gets the request unchanged': { ...unread, headers: jsonAccept } },
  responses: {
    'bids for the type it names, else for banners, in dollars': {
      bids: [named('video'), named('popup'), { ext: {} }, {}, { ext: 'x' }],
      types: ['video', 'popup', '', 'banner', 'banner'],
      cur: 'EUR',
      currency: 'USD',
    },
    'is read up to its first seatbid': { body: { seatbid: [{ bid: [{}] }, { bid: [{}] }] }, types: ['banner'] },
    'needs seatbids': { body: {}, errors: [badServer('Empty seatbid')] },
    'says that its response cannot be read': { body: '"x"', errors: [badServer(`Bad response, ${NOT_AN_OBJECT}`)] },
    'does not bid for 503': { status: 503 },
    'shows the body of a bad request': { status: 400, body: 'why', errors: [badInput('Bad Request. why')] },
    'has a message for other statuses': { status: 500, errors: [badServer(SOMETHING)] },
    'bids for banners instead of unknown types in the Java variant': {
      ...java,
      bids: [named('popup'), named('video')],
      types: ['banner', 'video'],
    },
  },
});
