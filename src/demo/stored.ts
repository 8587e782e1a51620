/** Stored data of the demo host: example requests, imps and accounts. */

import { createMemoryStore, type MemoryStore } from '#src/stores/memory.ts';

type Documents = { readonly [id: string]: string };

const text = (value: object): string => JSON.stringify(value);
const bidders = (params: object): object => ({ srv: { bidder: { demo: params, generic: {} } } });

const request: Documents = {
  'demo-banner': text({
    imp: [{ id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: bidders({}) }],
    site: { page: 'https://publisher.example/', publisher: { id: 'demo' } },
    tmax: 800,
    ext: { srv: { targeting: {}, cache: { bids: {} } } },
  }),
  'demo-video': text({
    imp: [
      {
        id: 'player',
        video: { mimes: ['video/mp4'], w: 640, h: 360, minduration: 5, maxduration: 30, protocols: [2, 3, 7] },
        ext: bidders({}),
      },
    ],
    site: { page: 'https://publisher.example/video', publisher: { id: 'demo' } },
    tmax: 800,
    ext: { srv: { targeting: {}, cache: { vastxml: {} } } },
  }),
};

const amp: Documents = {
  'demo-amp': text({
    id: 'demo-amp',
    imp: [{ id: 'amp', banner: { format: [{ w: 300, h: 250 }] }, ext: bidders({}) }],
    site: { page: 'https://publisher.example/amp', publisher: { id: 'demo' } },
    ext: { srv: { targeting: {}, cache: { bids: {} } } },
  }),
};

const imp: Documents = {
  'demo-imp': text({ banner: { format: [{ w: 728, h: 90 }] }, ext: bidders({}) }),
  'demo-slow': text({ banner: { format: [{ w: 300, h: 250 }] }, ext: bidders({ behaviour: 'slow' }) }),
  'demo-broken': text({ banner: { format: [{ w: 300, h: 250 }] }, ext: bidders({ behaviour: 'broken' }) }),
  'demo-no-bid': text({ banner: { format: [{ w: 300, h: 250 }] }, ext: bidders({ behaviour: 'no-bid' }) }),
};

const account: Documents = {
  demo: text({ id: 'demo', events: { enabled: true }, debug_allow: true }),
  'demo-floors': text({ id: 'demo-floors', events: { enabled: true }, debug_allow: true, price_floors: { enabled: true } }),
  'demo-disabled': text({ id: 'demo-disabled', disabled: true }),
};

/** A store with all of it. */
export const demoStore = (): MemoryStore => createMemoryStore({ request, amp, imp, account });
