import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RegistrySettings } from '#src/bidders/adapter-defaults.ts';
import { catalogueSource, readCatalogue } from '#src/bidders/catalogue.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { RULES_BY_VARIANT } from '#src/config/rules-by-variant.ts';
import { builder, info, requestOf } from './kit/builder.ts';

const settings = { adapters: {}, external_url: '', datacenter: '', gdpr: { host_vendor_id: 0 }, rules: RULES_BY_VARIANT.go };
const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
const file = join(folder, 'catalogue.json');
afterAll(() => rmSync(folder, { recursive: true }));

const loads = (): unknown => (globalThis as { catalogueLoads?: unknown }).catalogueLoads;
const KIT = join(import.meta.dirname, '../../src/bidders/kit');
/** A bidder whose module leaves a mark when loaded. */
const moduleOf = (code: string): string => `import { z } from '${join(import.meta.dirname, '../../node_modules/zod/index.js')}';
import { defineBidder } from '${KIT}/define.ts';
globalThis.catalogueLoads = [...(globalThis.catalogueLoads ?? []), '${code}'];
export default defineBidder({
  code: '${code}', endpoint: 'https://${code}.example', maintainer: '', capabilities: {}, params: z.object({ id: z.string() }),
  setup: ({ extraInfo }) => { if (extraInfo === 'bad') throw new Error('extra info must be good'); },
});
`;

describe('the catalogue of bidders', () => {
  it('builds the same registry as the modules, in either variant', async () => {
    const definitions = await findDefinitions();
    writeFileSync(file, catalogueSource(definitions));
    for (const variant of ['go', 'java'] as const) {
      const shown = (all: typeof definitions) => {
        const registry = makeRegistry(all, { ...settings, rules: RULES_BY_VARIANT[variant] }, builder.env);
        return [...registry.all].map(([code, { info: own, syncKey }]) => ({ code, own, syncKey, params: registry.paramsSchema(code) }));
      };
      expect(shown(readCatalogue(undefined, file))).toEqual(shown(definitions));
    }
  });

  it('loads a module on first use of its adapter, or at startup if the host configures it', () => {
    for (const code of ['one', 'two', 'three']) writeFileSync(join(folder, `${code}.ts`), moduleOf(code));
    const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const entry = { info: { endpoint: 'https://a.example', enabled: true, openrtb: {} }, aliases: { other: {} }, schema };
    writeFileSync(file, JSON.stringify({ one: entry, two: entry, three: entry, removed: entry }));
    const definitions = readCatalogue(folder, file);
    expect(definitions.map(({ code }) => code)).toEqual(['one', 'three', 'two']);
    const registryOf = (adapters: RegistrySettings['adapters']) =>
      makeRegistry(definitions.slice(0, 1), { ...settings, adapters }, builder.env);
    const registry = registryOf({});
    expect(registry.paramsErrors('one', {})).toEqual(['(root): id is required']);
    expect([registry.paramsSchema('other'), loads()]).toEqual([schema, undefined]);
    const { calls } = registry.known('one')?.adapter.makeRequests(requestOf({ id: '1', bidder: {} }), info) ?? {};
    expect([calls?.[0]?.uri, loads()]).toEqual(['https://a.example', ['one']]);
    makeRegistry(definitions, { ...settings, adapters: { two: { enabled: true } } }, builder.env);
    expect([loads(), definitions[0]?.params.safeParse({}).success]).toEqual([['one', 'two'], false]);
  });

  it('rejects adapter settings at startup; an adapter that cannot be built fails on its calls', () => {
    const [one] = readCatalogue(folder, file);
    if (!one) throw new Error('written above');
    const bad = { ...settings, adapters: { one: { extra_info: 'bad' } } };
    expect(() => makeRegistry([one], bad, builder.env)).toThrow('adapters.one: extra info must be good');
    const broken = { ...one, info: { ...one.info, extraInfo: 'bad' } };
    const adapter = makeRegistry([broken], settings, builder.env).known('one')?.adapter;
    expect(() => adapter?.makeRequests(requestOf({ id: '1' }), info)).toThrow('extra info must be good');
  });

  it('includes new files before it is regenerated, and no removed files', () => {
    writeFileSync(join(folder, 'new.ts'), moduleOf('new'));
    writeFileSync(join(folder, 'three.ts'), 'export const none = 1;\n');
    const definitions = readCatalogue(folder, file);
    expect(definitions.map(({ code }) => code)).toEqual(['new', 'one', 'three', 'two']);
    expect(definitions[0]?.info.endpoint).toBe('https://new.example');
    writeFileSync(join(folder, 'four.ts'), 'export const none = 1;\n');
    expect(readCatalogue(folder, file).map(({ code }) => code)).toEqual(['new', 'one', 'three', 'two']);
    const entry = readCatalogue(folder, file).find(({ code }) => code === 'three');
    expect(() => entry?.build(builder)).toThrow('three.ts has no bidder as its default export');
  });
});
