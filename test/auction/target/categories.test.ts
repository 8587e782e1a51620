import { describe, expect, it } from 'vitest';
import type { StoredData } from '#src/auction/stored-data.ts';
import { mapCategories } from '#src/auction/target/categories.ts';
import type { TargetingExt } from '#src/openrtb/ext.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { aBid, collectBids, targetingSettings } from '#test/helpers/bids.ts';
import { pinnedRandom, testServices } from '#test/helpers/services.ts';

const CODES: { readonly [iab: string]: string } = { 'IAB1-1': '404', 'IAB1-2': '405' };
const stored = (later = false): StoredData => ({
  find: () => ({ documents: new Map(), errors: [] }),
  category: (adServer, publisher, category) => {
    const found = adServer === 'dfp' && publisher === 'pub' ? (CODES[category] ?? null) : undefined;
    return later ? Promise.resolve(found) : found;
  },
});

function anAuctionWith(targeting: TargetingExt, over: Parameters<typeof testServices>[0] = {}) {
  const services = testServices({ stored: stored(), ...over });
  const request = { ...validRequest(), ext: { srv: { targeting } } };
  const auction = anAuction(services, request, {
    targeting: targetingSettings({ appendBidderNames: targeting.appendbiddernames ?? false }),
  });
  return { auction, services };
}
const brand = { primaryadserver: 2, publisher: 'pub', withcategory: true };
const video = (id: string, bucket: string, cat: string[], duration = 18, seat = 'alpha') =>
  aBid({ id, cat }, { seat, type: 'video', priceBucket: bucket, video: { duration, primary_category: '' } });

const values = ({ auction }: ReturnType<typeof anAuctionWith>) =>
  [...auction.seats.values()].flatMap(({ bids }) => bids.map(({ bid, categoryDuration }) => [bid.id, categoryDuration]));

describe('category mapping', () => {
  it("contains bucket, the ad server's category and the duration rounded up", () => {
    const made = anAuctionWith({ includebrandcategory: brand, durationrangesec: [30, 15] });
    collectBids(made.auction, video('b1', '12.00', ['IAB1-1']), video('b2', '11.00', ['IAB1-2'], 15, 'beta'));
    expect(mapCategories(made.auction, made.services)).toBeUndefined();
    expect(values(made)).toEqual([
      ['b1', '12.00_404_30s'],
      ['b2', '11.00_405_15s'],
    ]);
  });

  it('keeps one bid per category: the higher bucket, random between equals', () => {
    const made = anAuctionWith({ includebrandcategory: brand, appendbiddernames: true });
    collectBids(
      made.auction,
      video('b1', '2.00', ['IAB1-1']),
      video('b2', '3.00', ['IAB1-1'], 18, 'beta'),
      video('b3', '1.00', ['IAB1-1']),
    );
    void mapCategories(made.auction, made.services);
    expect(values(made)).toEqual([['b2', '3.00_404_18s_beta']]);
    expect(made.auction.diagnostics.errors.get('srv')?.map(({ message }) => message)).toEqual([
      'bid rejected [bid ID: b3] reason: Bid was deduplicated',
      'bid rejected [bid ID: b1] reason: Bid was deduplicated',
    ]);
    const tie = anAuctionWith({ includebrandcategory: brand }, { random: { ...pinnedRandom, next: () => 0.4 } });
    collectBids(tie.auction, video('b1', '2.00', ['IAB1-1']), video('b2', '2.00', ['IAB1-1']));
    void mapCategories(tie.auction, tie.services);
    expect(values(tie)).toEqual([['b2', '2.00_404_18s']]);
  });

  it('rejects bids that report another duration than a video request with exact durations accepts', () => {
    const made = anAuctionWith({ includebrandcategory: { withcategory: false } });
    made.auction.input.video = { podconfig: { durationrangesec: [15, 30], requireexactduration: true } };
    collectBids(made.auction, video('b1', '3.00', [], 15), video('b2', '2.00', [], 18), video('b3', '1.00', [], 0));
    void mapCategories(made.auction, made.services);
    expect(values(made)).toEqual([
      ['b1', '3.00_15s'],
      ['b3', '1.00_0s'],
    ]);
    expect(made.auction.diagnostics.errors.get('srv')?.map(({ message }) => message)).toEqual([
      'bid rejected [bid ID: b2] reason: Duration is not in targeting range',
    ]);
  });

  it('rejects bids without one category, without a translation, or too long', () => {
    const made = anAuctionWith({ includebrandcategory: brand, durationrangesec: [15, 30] });
    const bids = [
      video('none', '1.00', []),
      video('two', '1.00', ['a', 'b']),
      video('odd', '1.00', ['IAB9']),
      video('long', '1.00', ['IAB1-1'], 31),
    ];
    collectBids(made.auction, ...bids);
    void mapCategories(made.auction, made.services);
    expect(made.auction.diagnostics.errors.get('srv')?.map(({ message }) => message)).toEqual([
      'bid rejected [bid ID: none] reason: Bid did not contain a category',
      'bid rejected [bid ID: two] reason: Bid did not contain a category',
      "bid rejected [bid ID: odd] reason: Category mapping file for primary ad server: 'dfp', publisher: 'pub' not found",
      'bid rejected [bid ID: long] reason: bid duration exceeds maximum allowed',
    ]);
    expect(made.auction.nonBids.map(({ impId, code, bid }) => [impId, code, bid?.bid.id])).toEqual([
      ['imp-1', 303, 'none'],
      ['imp-1', 303, 'two'],
    ]);
    expect(values(made)).toEqual([]);
  });

  it('names the missing translation in the Java variant: no data for the publisher, or none for the category', () => {
    const settings = { variant: 'java', category_mapping_enabled: true } as const;
    const messages = (publisher: string) => {
      const made = anAuctionWith({ includebrandcategory: { ...brand, publisher } }, { settings });
      collectBids(made.auction, video('odd', '1.00', ['IAB9']));
      void mapCategories(made.auction, made.services);
      return made.auction.diagnostics.errors.get('srv')?.map(({ message }) => message);
    };
    const lead = 'Bid rejected [bidder: alpha, bid ID: odd] with a reason: Category mapping data for primary ad server: ';
    expect(messages('pub')).toEqual([`${lead}'dfp', publisher: 'pub' does not contain category for cat = 'IAB9'`]);
    expect(messages('other')).toEqual([`${lead}'dfp', publisher: 'other' not found`]);
  });

  it("uses the adapter's category unchanged, and IAB's if nothing is translated", () => {
    const made = anAuctionWith({ includebrandcategory: { ...brand, primaryadserver: 9, translatecategories: false } });
    const own = aBid({ id: 'own' }, { priceBucket: '1.00', video: { duration: 5, primary_category: 'movies' } });
    collectBids(made.auction, own, video('iab', '1.00', ['IAB1-1']));
    void mapCategories(made.auction, made.services);
    expect(values(made)).toEqual([
      ['own', '1.00_movies_5s'],
      ['iab', '1.00_IAB1-1_18s'],
    ]);
  });

  it('uses price and duration only if no category is wanted', () => {
    const made = anAuctionWith({ includebrandcategory: {} });
    collectBids(
      made.auction,
      aBid({ id: 'a' }, { priceBucket: '1.00' }),
      aBid({ id: 'b' }),
      aBid({ id: 'c' }, { seat: 'beta', priceBucket: '1.00' }),
    );
    void mapCategories(made.auction, made.services);
    expect(values(made)).toEqual([
      ['a', '1.00_0s'],
      ['b', '_0s'],
    ]);
  });

  it('waits for files that must be fetched, and survives their failure', async () => {
    const made = anAuctionWith({ includebrandcategory: brand }, { stored: stored(true) });
    collectBids(made.auction, video('b1', '1.00', ['IAB1-1']));
    await mapCategories(made.auction, made.services);
    expect(values(made)).toEqual([['b1', '1.00_404_18s']]);
    const broken = anAuctionWith(
      { includebrandcategory: brand },
      { stored: { ...stored(), category: () => Promise.reject(new Error('lost')) } },
    );
    collectBids(broken.auction, video('b1', '1.00', ['IAB1-1']));
    await mapCategories(broken.auction, broken.services);
    expect(values(broken)).toEqual([]);
  });

  it('fails the auction for an unknown ad server', () => {
    const made = anAuctionWith({ includebrandcategory: { withcategory: true } });
    collectBids(made.auction, video('b1', '1.00', ['IAB1-1']));
    void mapCategories(made.auction, made.services);
    expect(made.auction.rejection).toEqual({
      kind: 'failed',
      messages: ['Error in category mapping : Primary ad server 0 not recognized'],
    });
  });

  it("reports errors with the Java variant's messages", () => {
    const settings = { response: { shape: 'java' as const } };
    const made = anAuctionWith({ includebrandcategory: brand, durationrangesec: [30, 15] }, { settings });
    collectBids(made.auction, video('none', '1.00', []), video('two', '1.00', ['a', 'b']), video('long', '1.00', ['IAB1-1'], 31));
    void mapCategories(made.auction, made.services);
    expect(made.auction.diagnostics.errors.get('srv')?.map(({ message }) => message)).toEqual([
      'Bid rejected [bidder: alpha, bid ID: none] with a reason: Bid did not contain a category',
      'Bid rejected [bidder: alpha, bid ID: two] with a reason: Bid has more than one category',
      "Bid rejected [bidder: alpha, bid ID: long] with a reason: Bid duration '31' exceeds maximum '30'",
    ]);
    const rejections = [undefined, 3].map((primaryadserver) => {
      const { auction, services } = anAuctionWith({ includebrandcategory: { withcategory: true, primaryadserver } as never }, { settings });
      collectBids(auction, video('b1', '1.00', ['IAB1-1']));
      void mapCategories(auction, services);
      return auction.rejection;
    });
    expect(rejections).toEqual([
      { kind: 'invalid', messages: ['Primary ad server required but was not defined when translate category is enabled'] },
      { kind: 'invalid', messages: ['Primary ad server `3` is not recognized'] },
    ]);
  });

  it('does nothing if it is disabled or there is nothing to map', () => {
    const off = anAuctionWith({ includebrandcategory: { withcategory: true } }, { settings: { category_mapping_enabled: false } });
    collectBids(off.auction, video('b1', '1.00', []));
    void mapCategories(off.auction, off.services);
    const empty = anAuctionWith({ includebrandcategory: { withcategory: true } });
    void mapCategories(empty.auction, empty.services);
    expect([values(off), off.auction.rejection, empty.auction.rejection]).toEqual([[['b1', undefined]], undefined, undefined]);
  });
});
