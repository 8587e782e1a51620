/** Requests and responses of the warm-up: banner imps of three bidders, with and without consent under the GDPR. */

const BIDDERS = ['warm1', 'warm2', 'warm3'];

/** A TCF 2 string with consent to all purposes. */
const CONSENT = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

const imp = (id: string): object => ({
  id,
  banner: {
    format: [
      { w: 300, h: 250 },
      { w: 728, h: 90 },
    ],
  },
  ext: { prebid: { bidder: Object.fromEntries(BIDDERS.map((name) => [name, { placement: 1 }])) } },
});

/** @param gdpr 1: consent is decoded and decided on, 0: it is not needed */
export const warmUpRequest = (gdpr: 0 | 1): string =>
  JSON.stringify({
    id: 'warm-up',
    imp: [imp('a'), imp('b')],
    site: { page: 'https://publisher.example/page', publisher: { id: 'warm-up' } },
    device: { ua: 'Mozilla/5.0 (X11; Linux x86_64)', ip: '192.0.2.1', language: 'en', w: 1440, h: 900 },
    user: { ext: { consent: CONSENT, eids: [{ source: 'id.example', uids: [{ id: 'u', atype: 1 }] }] } },
    regs: { ext: { gdpr } },
    tmax: 5000,
    ext: { prebid: { targeting: {}, cache: { bids: {} } } },
  });

const bids = ['a', 'b'].map((id) => ({ id, impid: id, price: 1.23, adm: '<p></p>', crid: 'c', w: 300, h: 250, mtype: 1 }));

/** The response of each bidder. */
export const WARM_UP_BIDS = JSON.stringify({ cur: 'USD', seatbid: [{ bid: bids }] });
