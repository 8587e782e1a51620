import { describe, expect, test } from 'vitest';
import { readSchains, sourceFor } from '#src/auction/fan-out/schain.ts';

const own = { complete: 1, nodes: [{ asi: 'own.example' }], ver: '1.0' };
const any = { complete: 1, nodes: [{ asi: 'any.example' }], ver: '1.0' };
const host = { asi: 'host.example', sid: '1' };

describe('sourceFor', () => {
  const schains = [{ bidders: ['alpha'], schain: own }, { bidders: ['*', 'Beta'], schain: any }, { bidders: ['x'] }, {}];

  test("prefers the bidder's chain to the common one to the request's", () => {
    const rules = readSchains(schains, undefined);
    if (!rules) throw new Error('no rules');
    const source = { tid: 't', schain: { ver: '0.9' } };
    expect(sourceFor(source, rules, 'alpha')).toEqual({ tid: 't', schain: own });
    expect(sourceFor(source, rules, 'BETA')).toEqual({ tid: 't', schain: any });
    expect(sourceFor(source, rules, 'gamma')).toEqual({ tid: 't', schain: any });
    const narrow = readSchains([{ bidders: ['alpha'], schain: own }], undefined);
    expect(narrow && sourceFor(source, narrow, 'gamma')).toBe(source);
  });

  test('gives a bidder that is named twice neither a chain of its own nor the common one', () => {
    const rules = readSchains([...schains, { bidders: ['alpha'], schain: any }], undefined);
    if (!rules) throw new Error('no rules');
    const source = { schain: { ver: '0.9' } };
    expect(sourceFor(source, rules, 'alpha')).toBe(source);
    expect(sourceFor(source, rules, 'gamma')).toEqual({ schain: any });
    const inTwoCases = readSchains([...schains, { bidders: ['BETA'], schain: own }], undefined);
    expect(inTwoCases && ['Beta', 'BETA', 'beta'].map((bidder) => sourceFor(source, inTwoCases, bidder))).toEqual([
      { schain: any },
      { schain: own },
      source,
    ]);
  });

  test("appends the host's node to any chain", () => {
    const rules = readSchains(undefined, host);
    if (!rules) throw new Error('no rules');
    expect(sourceFor(undefined, rules, 'a')).toEqual({ schain: { complete: 0, ver: '1.0', nodes: [host] } });
    expect(sourceFor({ schain: own }, rules, 'a')).toEqual({ schain: { ...own, nodes: [...own.nodes, host] } });
    expect(own.nodes).toHaveLength(1);
  });

  test('has no rules if there is nothing to do', () => {
    expect(readSchains(undefined, undefined)).toBeUndefined();
    expect(readSchains(null, undefined)).toBeUndefined();
  });
});
