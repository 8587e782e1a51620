import { describe, expect, it } from 'vitest';
import { enrich } from '#src/auction/enrich.ts';
import { normaliseJavaMultibid } from '#src/dialect/java/multibid.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

describe('multibid of the Java variant', () => {
  it('keeps valid entries, and caps limits silently', () => {
    const given = [
      { bidder: 'a', maxbids: 12, targetbiddercodeprefix: 'x' },
      { bidders: ['b', 'c'], maxbids: -1 },
    ];
    expect(normaliseJavaMultibid(given)).toEqual({
      entries: [
        { bidder: 'a', maxbids: 9, targetbiddercodeprefix: 'x' },
        { bidders: ['b', 'c'], maxbids: 1 },
      ],
      warnings: [],
    });
    expect(normaliseJavaMultibid(undefined)).toEqual({ entries: [], warnings: [] });
  });

  it('warns of every other entry with its own message', () => {
    const { entries, warnings } = normaliseJavaMultibid([
      { bidder: 'a', bidders: ['b', 'c'], maxbids: 2 },
      { bidders: ['b', 'A'], maxbids: 3, targetbiddercodeprefix: 'p' },
      { bidder: 'd' },
      { bidder: 'd', maxbids: 2 },
      { maxbids: 2 },
    ]);
    expect(entries).toEqual([
      { bidder: 'a', maxbids: 2 },
      { bidders: ['b'], maxbids: 3 },
      { bidder: 'd', maxbids: 2 },
    ]);
    expect(warnings).toEqual([
      'Invalid MultiBid: bidder a and bidders [b, c] specified. Only bidder a will be used.',
      'Invalid MultiBid: CodePrefix p that was specified for bidders [b, A] will be skipped.',
      'Invalid MultiBid: Bidder A specified multiple times.',
      'Invalid MultiBid: MaxBids for bidder d is not specified and will be skipped.',
      'Invalid MultiBid: Bidder and bidders was not specified.',
    ]);
  });

  it("is reported under the host's own name", () => {
    const services = testServices({ settings: { variant: 'java' } });
    const auction = anAuction(services, { ...validRequest(), ext: { srv: { multibid: [{ bidder: 'alpha' }] } } });
    void enrich(auction, services);
    const message = 'Invalid MultiBid: MaxBids for bidder alpha is not specified and will be skipped.';
    expect([auction.multibid, auction.diagnostics.warnings.get('srv')]).toEqual([[], [{ code: 999, message }]]);
  });
});
