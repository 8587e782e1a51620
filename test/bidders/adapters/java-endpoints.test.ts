/** Addresses and headers of the Java variant; params are in addresses only where the endpoint has their macro, or in its query. */
import { describe, expect, it } from 'vitest';
import adot from '#src/bidders/adapters/adot.ts';
import adverxo from '#src/bidders/adapters/adverxo.ts';
import algorix from '#src/bidders/adapters/algorix.ts';
import axonix from '#src/bidders/adapters/axonix.ts';
import between from '#src/bidders/adapters/between.ts';
import eplanning from '#src/bidders/adapters/eplanning.ts';
import gamoshi from '#src/bidders/adapters/gamoshi.ts';
import improvedigital from '#src/bidders/adapters/improvedigital.ts';
import interactiveoffers from '#src/bidders/adapters/interactiveoffers.ts';
import kueezrtb from '#src/bidders/adapters/kueezrtb.ts';
import lunamedia from '#src/bidders/adapters/lunamedia.ts';
import marsmedia from '#src/bidders/adapters/marsmedia.ts';
import mgid from '#src/bidders/adapters/mgid.ts';
import minutemedia from '#src/bidders/adapters/minutemedia.ts';
import mobfoxpb from '#src/bidders/adapters/mobfoxpb.ts';
import oms from '#src/bidders/adapters/oms.ts';
import rediads from '#src/bidders/adapters/rediads.ts';
import smartadserver from '#src/bidders/adapters/smartadserver.ts';
import smartrtb from '#src/bidders/adapters/smartrtb.ts';
import smilewanted from '#src/bidders/adapters/smilewanted.ts';
import sovrn from '#src/bidders/adapters/sovrn.ts';
import tappx from '#src/bidders/adapters/tappx.ts';
import trafficgate from '#src/bidders/adapters/trafficgate.ts';
import ucfunnel from '#src/bidders/adapters/ucfunnel.ts';
import vidazoo from '#src/bidders/adapters/vidazoo.ts';
import yeahmobi from '#src/bidders/adapters/yeahmobi.ts';
import yieldlab from '#src/bidders/adapters/yieldlab.ts';
import type { BidderDefinition } from '#src/bidders/bidder.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const DIALECTS = ['go', 'java'] as const;

const uriAt = (definition: BidderDefinition, params: object, endpoint = ''): string | undefined =>
  definition
    .build({ ...builder, endpoint, dialect: 'java' })
    .makeRequests(requestOf({ id: '1', banner: { w: 1, h: 1 }, bidder: params }), info).calls[0]?.uri;

/** The address with the default endpoint, and what is added to an endpoint without macros. */
const rows: readonly (readonly [definition: BidderDefinition, params: object, uri: string, added?: string])[] = [
  [adot, { publisherPath: '/spotx' }, 'https://dsp.adotmob.com/headerbidding/spotx/bidrequest'],
  [adot, {}, 'https://dsp.adotmob.com/headerbidding/bidrequest'],
  [adverxo, { adUnitId: 5, auth: 'a b' }, 'https://pbsadverxo.com/auction?adUnitId=5&auth=a%20b'],
  [algorix, { sid: 's', token: 't', region: 'USE' }, 'https://use.xyz.svr-algorix.com/rtb/sa?sid=s&token=t'],
  [axonix, { supplyId: 'a/b' }, 'https://openrtb-us-east-1.axonix.com/supply/prebid-server/a%2Fb'],
  [between, { host: 'eu', publisher_id: 'p' }, 'http://eu.betweendigital.com/openrtb_bid?sspId=p'],
  [
    eplanning,
    { ci: 'c' },
    'http://rtb.e-planning.net/pbs/1/c/1/FILE/ROS?r=pbs&ncb=1&ur=FILE&e=1x1%3A1x1',
    '?r=pbs&ncb=1&ur=FILE&e=1x1%3A1x1',
  ],
  [gamoshi, { supplyPartnerId: '1' }, 'https://rtb.gamoshi.io/r/1/bidr?bidder=prebid-server'],
  [improvedigital, { placementId: 1, publisherId: 5 }, 'https://ad.360yield.com/5/pbs'],
  [improvedigital, { placementId: 1 }, 'https://ad.360yield.com/pbs'],
  [interactiveoffers, { partnerId: 'abcd' }, 'https://prebid-server.ioadx.com/bidRequest/?partnerId=bc'],
  [lunamedia, { pubid: 'a b' }, 'http://rtb.lunamedia.live/?pid=a%20b'],
  [kueezrtb, { cId: 'a b' }, 'https://prebidsrvr.kueezrtb.com/openrtb/a%20b'],
  [marsmedia, { zoneId: 'a b' }, 'https://bid306.rtbsrv.com/bidder/?bid=f3xtet&zone=a+b', '?zone=a+b'],
  [mgid, { accountId: 'a b' }, 'https://prebid.mgid.com/prebid/a%20b'],
  [minutemedia, { org: ' a b ' }, 'https://pbs.minutemedia-prebid.com/pbs-mm?publisher_id=a%20b'],
  [mobfoxpb, { TagID: 't' }, 'http://bes.mobfox.com/?c=o&m=ortb&key='],
  [oms, { publisherId: 5 }, 'http://rt.marphezis.com/pbs?publisherId=5'],
  [rediads, { account_id: 'a', endpoint: 'eu' }, 'https://eu.rediads.com/openrtb2/auction'],
  [rediads, { account_id: 'a' }, 'https://bidding.rediads.com/openrtb2/auction'],
  [smartrtb, { pub_id: 'a b' }, 'http://market-east.smrtb.com/json/publisher/rtb?pubid=a%20b'],
  [smilewanted, { zoneId: 'a b' }, 'https://prebid-server.smilewanted.com/java/a%20b'],
  [
    tappx,
    { endpoint: 'a b', tappxkey: 'k' },
    'https://ssp.api.tappx.com/rtb/v2/a%20b?tappxkey=k&v=1.6&type_cnn=prebid',
    '?tappxkey=k&v=1.6&type_cnn=prebid',
  ],
  [trafficgate, { placementId: 'p', host: 'h' }, 'http://h.bc-plugin.com/?c=o&m=rtb'],
  [ucfunnel, { adunitid: 'a', partnerid: 'p/1' }, 'https://pbs.aralego.com/prebid/p%2F1/request'],
  [vidazoo, { cId: ' a ' }, 'https://prebidsrvr.cootlogix.com/openrtb/a'],
  [yeahmobi, { zoneId: 'a b' }, 'https://gw-a%20b-bid.yeahtargeter.com/prebid/bid'],
  [
    yieldlab,
    { adslotId: '12', supplyId: 's' },
    'https://ad.yieldlab.net/yp/12?content=json&pvid=true&sizes=12%3A&t=&ts=0',
    '?content=json&pvid=true&sizes=12%3A&t=&ts=0',
  ],
];

describe('the address of a call in the Java variant', () => {
  it.each(rows.map((row) => [row[0].code, ...row] as const))(
    'of %s has the params where the endpoint has their macros',
    (_, definition, params, uri) => {
      expect(uriAt(definition, params, definition.java?.info.endpoint ?? definition.info.endpoint)).toBe(uri);
    },
  );

  it.each(rows.map((row) => [row[0].code, ...row] as const))(
    'of %s is an endpoint without macros, with no more than a query',
    (_, definition, params, __, added = '') => {
      expect(uriAt(definition, params, 'https://acme.example/bid')).toBe(`https://acme.example/bid${added}`);
    },
  );

  it('of vidazoo’s aliases has the connection too', () => {
    const endpoints = Object.values(vidazoo.java?.aliases ?? {}).map(({ endpoint }) => endpoint);
    expect(endpoints.length).toBeGreaterThan(3);
    for (const endpoint of endpoints) expect(uriAt(vidazoo, { cId: 'id' }, endpoint)).toBe(endpoint.replace('{ConnectionId}', 'id'));
    expect(endpoints.every((endpoint) => endpoint.endsWith('/{ConnectionId}'))).toBe(true);
  });
});

describe('addresses and headers of the Java variant', () => {
  it("are for smartadserver the host's configuration, if that is more than a host name", () => {
    const request = requestOf({ id: '1', banner: {}, bidder: { networkId: 1 } });
    const uris = (endpoint: string) =>
      DIALECTS.map((dialect) => smartadserver.build({ ...builder, endpoint, dialect }).makeRequests(request, info).calls[0]?.uri);
    expect(uris('https://a.example/x/?q=1')).toEqual(['https://a.example/x/api/bid?callerId=5', 'https://a.example/x?callerId=5']);
    expect(uris('https://a.example/')[1]).toBe('https://a.example/api/bid?callerId=5');
  });

  it('have sovrn’s cookie escaped', () => {
    const request = { ...requestOf({ id: '1', banner: {}, bidder: { tagid: 't' } }), user: { buyeruid: 'a b/' } };
    const cookies = DIALECTS.map((dialect) => sovrn.build({ ...builder, dialect }).makeRequests(request, info).calls[0]?.headers['Cookie']);
    expect(cookies).toEqual(['ljt_reader=a b/', 'ljt_reader=a+b%2F']);
  });
});
