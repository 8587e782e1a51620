import silverpush from '#src/bidders/adapters/silverpush.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const bidder = { publisherId: 'p' };
const ext = { bidder };
const fields = { api: [1], mimes: [], protocols: [2] };
const invalidVideo = badInput('Invalid or missing video field(s)');
const withEids = (...uids: object[]) => ({ data: { eids: [{ source: 's', uids, x: 1 }] }, other: 1 });
const ownExt = { bc: 'sp_pb_ortb_1.0.0', publisherId: 'p' };
const deviceCall = (ua: string, os: string, devicetype: number, dialect?: 'java') => ({
  request: { device: { ua, os: 'old', ip: 'i' } },
  ...(dialect && { dialect }),
  imps: [{ id: '1', native: {}, ext }],
  calls: [{ body: { id: 'request', imp: [{ id: '1', native: {}, ext }], device: { ua, os, devicetype, ip: 'i' }, ext: ownExt } }],
});

testAdapter(silverpush, {
  requests: {
    'gets one call per imp, with a floor for each type': {
      imps: [
        { id: '1', banner: { format: [{ w: 1, h: 2 }] }, bidfloor: 9, ext },
        { id: '2', video: fields, ext },
        { id: '3', banner: { w: 1, h: 2 }, video: fields, bidfloor: 9, ext },
        { id: '4', video: { ...fields, minduration: 130 }, ext: { bidder: { ...bidder, bidfloor: 3 } } },
      ],
      headers: openRtb25,
      calls: [
        { imps: [{ id: '1', banner: { format: [{ w: 1, h: 2 }], w: 1, h: 2 }, bidfloor: 0.05, ext }] },
        { imps: [{ id: '2', video: { ...fields, maxduration: 120 }, bidfloor: 0.1, ext }] },
        { imps: [{ id: '3', bidfloor: 9, ext }] },
        { imps: [{ id: '4', video: { ...fields, maxduration: 130 }, bidfloor: 3, ext: { bidder: { ...bidder, bidfloor: 3 } } }] },
      ],
    },
    'gets the publisher and the ids of the user': {
      imps: [{ id: '1', ext }],
      request: { app: { publisher: { id: 'a', name: 'n' } }, user: { id: 'u', ext: withEids({ id: 'x' }) }, ext: { lost: 1 } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', ext }],
            app: { publisher: { id: 'p' } },
            user: { id: 'u', ext: { eids: [{ source: 's', uids: [{ id: 'x' }], x: 1 }] } },
            ext: ownExt,
          },
        },
      ],
    },
    'gets the rest of the user’s extension without ids, and of the site’s publisher': {
      imps: [{ id: '1', ext }],
      request: { site: { publisher: { name: 'n' } }, app: { id: 'a' }, user: { ext: withEids({}, { id: 'x' }) } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', ext }],
            site: { publisher: { id: 'p', name: 'n' } },
            app: { id: 'a' },
            user: { ext: withEids({}, { id: 'x' }) },
            ext: ownExt,
          },
        },
      ],
    },
    'does not get imps it cannot fill': {
      imps: [
        { id: '1', ext: { bidder: 'x' } },
        { id: '2', ext: { bidder: {} } },
        { id: '3', banner: { w: 1 }, ext },
        { id: '4', video: { ...fields, api: undefined }, ext },
        { id: '5', video: { ...fields, minduration: -1 }, ext },
      ],
      errors: [
        badInput(NOT_AN_OBJECT),
        badInput('Missing publisherId parameter.'),
        badInput('No sizes provided for Banner.'),
        invalidVideo,
        invalidVideo,
      ],
    },
    'needs a readable extension of the user': {
      params: [bidder],
      request: { user: { ext: 'x' } },
      errors: [badInput('Invalid user.ext.')],
    },
    'needs readable ids of the user': {
      params: [bidder],
      request: { user: { ext: { data: { eids: 1 } } } },
      errors: [badInput('Invalid user.ext.data.')],
    },
    'gets the device of a Windows user agent': deviceCall('Windows NT', 'Windows', 2),
    'gets the device of an iPhone user agent': deviceCall('iPhone; Mac OS X', 'iOS', 1),
    'gets the device of a Mac user agent': deviceCall('Mac OS X', 'macOS', 2),
    'gets the device of an Android user agent': deviceCall('Linux; Android', 'Android', 1),
    'gets the device of a TV user agent': deviceCall('Linux; SMART-TV', 'Linux', 3),
    'gets the device of an unknown user agent': deviceCall('windows', 'Unknown', 2),
    'finds systems in any case, in the Java variant': deviceCall('windows', 'Windows', 2, 'java'),
    'prefers banners, and clears other extensions of the user, in the Java variant': {
      ...java,
      imps: [{ id: '1', banner: { w: 1, h: 2 }, video: {}, ext }],
      request: { app: { publisher: { name: 'n' } }, user: { ext: { other: 1 } } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', banner: { w: 1, h: 2 }, bidfloor: 0.05, ext }],
            app: { publisher: { id: 'p', name: 'n' } },
            user: { ext: {} },
            ext: ownExt,
          },
        },
      ],
    },
    'needs more of a video, in the Java variant': {
      ...java,
      imps: [
        { id: '1', video: { ...fields, minduration: 1 }, ext },
        { id: '2', video: { ...fields, mimes: ['m'] }, ext },
        { id: '3', video: { ...fields, mimes: ['m'], minduration: 9, maxduration: 9 }, ext },
      ],
      calls: [{ imps: [{ id: '3', video: { ...fields, mimes: ['m'], minduration: 0, maxduration: 9 }, bidfloor: 0.1, ext }] }],
      errors: [invalidVideo, invalidVideo],
    },
  },
  responses: {
    'bids for the type it names, or for none': { bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }], types: ['banner', 'video', ''] },
    'reports every status as bad input': {
      status: 500,
      errors: [badInput('Unexpected status code: 500. Run with request.debug = 1 for more info')],
    },
    'is rejected with one bid of no type, in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}, { mtype: 3 }],
      errors: [badServer('Missing MType for bid: b')],
    },
    'names an unsupported type, in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }],
      errors: [badServer('Unable to resolve mediaType 3 for bid: b')],
    },
    'needs seatbids, in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
    'needs JSON, in the Java variant': { ...java, body: 'x', errors: [badServer('Bad Server Response')] },
  },
});
