/** Requests and bids that the tables of several adapters use. */

/** End of the messages for a response with an unexpected status. */
export const HINT = 'Run with request.debug = 1 for more info';

/** A banner imp with its params and other fields. */
export const imp = (id: string, bidder: unknown = {}, more: object = {}) => ({ id, banner: {}, ...more, ext: { bidder } });

export const banner = (id: string, bidder: unknown) => ({ id, banner: {}, ext: { bidder } });

/** Imps whose extension or params are strings. */
export const unread = {
  imps: [
    { id: '1', banner: {}, ext: 'x' },
    { id: '2', banner: {}, ext: { bidder: 'x' } },
  ],
};

/** Imps of several media types. */
export const mixed = [
  { id: '1', banner: {}, video: {} },
  { id: '2', video: {}, native: {} },
  { id: '3', native: {} },
];

/** Bids for them, and one for an unknown imp. */
export const ofMixed = { imps: mixed, bids: ['1', '2', '3', '7'].map((impid) => ({ impid })) };

/** A bid of every media type. */
export const mtypes = { bids: [1, 2, 3, 4].map((mtype) => ({ mtype })) };
export const sizes = { format: [{ w: 3, h: 4 }] };

export const device = { ua: 'agent', ip: '1.2.3.4', ipv6: '::1' };

/** A floor that converts to dollars. */
export const euros = { bidfloor: 2, bidfloorcur: 'EUR' };

/** The same in dollars. */
export const dollars = { bidfloor: 3, bidfloorcur: 'USD' };

/** A floor without a rate. */
export const pounds = { bidfloor: 2, bidfloorcur: 'GBP' };
