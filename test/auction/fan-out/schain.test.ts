import { describe, expect, test } from 'vitest';
import { readSchains, type SchainStyle, sourceFor } from '#src/auction/fan-out/schain.ts';
import { dialects } from '#test/helpers/dialects.ts';

const own = { complete: 1, nodes: [{ asi: 'own.example' }], ver: '1.0' };
const any = { complete: 1, nodes: [{ asi: 'any.example' }], ver: '1.0' };
const { fanOut: go } = dialects.go;
const { fanOut: java } = dialects.java;
const host = { asi: 'host.example', sid: '1' };

describe('sourceFor', () => {
  const schains = [{ bidders: ['alpha'], schain: own }, { bidders: ['*', 'Beta'], schain: any }, { bidders: ['x'] }, {}];

  test("prefers the bidder's chain to the common one to the request's", () => {
    const rules = readSchains(schains, undefined, java);
    if (!rules) throw new Error('no rules');
    const source = { tid: 't', schain: { ver: '0.9' } };
    expect(sourceFor(source, rules, 'alpha')).toEqual({ tid: 't', schain: own });
    expect(sourceFor(source, rules, 'BETA')).toEqual({ tid: 't', schain: any });
    expect(sourceFor(source, rules, 'gamma')).toEqual({ tid: 't', schain: any });
    const narrow = readSchains([{ bidders: ['alpha'], schain: own }], undefined, java);
    expect(narrow && sourceFor(source, narrow, 'gamma')).toBe(source);
  });

  test('gives a bidder that is named twice neither a chain of its own nor the common one', () => {
    const rules = readSchains([...schains, { bidders: ['alpha'], schain: any }], undefined, java);
    if (!rules) throw new Error('no rules');
    const source = { schain: { ver: '0.9' } };
    expect(sourceFor(source, rules, 'alpha')).toBe(source);
    expect(sourceFor(source, rules, 'gamma')).toEqual({ schain: any });
  });

  test('compares names in any case or exactly, as the host does', () => {
    const source = { schain: { ver: '0.9' } };
    const inTwoCases = [...schains, { bidders: ['BETA'], schain: own }];
    const chains = (style: SchainStyle): unknown[] => {
      const rules = readSchains(inTwoCases, undefined, style);
      return ['Beta', 'BETA', 'beta', 'Alpha'].map((bidder) => rules && sourceFor(source, rules, bidder)?.schain);
    };
    expect(chains(java)).toEqual([source.schain, source.schain, source.schain, own]);
    expect(chains(go)).toEqual([any, own, any, any]);
  });

  test("appends the host's node to any chain", () => {
    const rules = readSchains(undefined, host, go);
    if (!rules) throw new Error('no rules');
    expect(sourceFor(undefined, rules, 'a')).toEqual({ schain: { complete: 0, ver: '1.0', nodes: [host] } });
    const inJava = readSchains(undefined, host, java);
    expect(inJava && sourceFor(undefined, inJava, 'a')).toEqual({ schain: { nodes: [host] } });
    expect(sourceFor({ schain: own }, rules, 'a')).toEqual({ schain: { ...own, nodes: [...own.nodes, host] } });
    expect(own.nodes).toHaveLength(1);
  });

  test('has no rules if there is nothing to do', () => {
    expect(readSchains(undefined, undefined, go)).toBeUndefined();
    expect(readSchains(null, undefined, go)).toBeUndefined();
  });
});
