import lockerdome from '#src/bidders/adapters/lockerdome.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const headers = { ...jsonAccept, 'X-Openrtb-Version': '2.5' };
const good = { id: '9', banner: {}, ext: { bidder: { adUnitId: 'a' } } };
const bad = [
  { id: '1', video: {}, ext: { bidder: { adUnitId: 'a' } } },
  { id: '2', banner: {}, ext: 'x' },
  { id: '3', banner: {}, ext: { bidder: 'x' } },
  { id: '4', banner: {}, ext: { bidder: {} } },
];
const errors = [
  badInput('LockerDome does not currently support non-banner types.'),
  badInput('ext was not provided.'),
  badInput('ext.bidder.adUnitId was not provided.'),
  badInput('ext.bidder.adUnitId is empty.'),
];

testAdapter(lockerdome, {
  requests: {
    'gets the good imps only, and errors of others are left out': { imps: [...bad, good], calls: [{ imps: [good], headers }] },
    'reports them if none is good': { imps: bad, errors: [...errors, badInput('No valid or supported impressions in the bid request.')] },
    'gets no request without imps': { imps: [], errors: [badInput('No valid impressions in the bid request.')] },
    'reports errors beside a call in the Java variant': {
      ...java,
      imps: [bad[2] ?? {}, { ...good, ext: { bidder: { adUnitId: ' ' } } }, good],
      calls: [{ imps: [good] }],
      errors: [badInput(NOT_AN_OBJECT), badInput('ext.bidder.adUnitId is empty.')],
    },
  },
  responses: {
    'bids for banners in dollars': { bids: [{ mtype: 2 }], types: ['banner'], cur: 'EUR', currency: 'USD' },
    'does not bid without seatbids': { body: {} },
    'says that its response cannot be read': {
      body: '"x"',
      errors: [generic(`Error unmarshaling LockerDome bid response - ${NOT_AN_OBJECT}`)],
    },
  },
});
