import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RegistrySettings } from '#src/bidders/adapter-defaults.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { RULES_BY_VARIANT } from '#src/config/rules-by-variant.ts';
import { basics, builder } from './kit/builder.ts';

const settings = { adapters: {}, external_url: '', datacenter: '', gdpr: { host_vendor_id: 0 }, rules: RULES_BY_VARIANT.go };

describe('a bidder in the Java variant', () => {
  it('may have other info, and its aliases theirs', () => {
    const two = defineBidder({
      ...basics,
      code: 'two',
      endpoint: 'https://go.example',
      openrtb: '2.6',
      java: { endpoint: 'https://java.example', openrtb: '2.5' },
      aliases: {
        twin: { endpoint: 'https://twin.example' },
        other: {},
        third: { endpoint: 'https://third.example', java: { endpoint: 'https://java.third.example' } },
      },
      params: z.object({}),
    });
    const known = (more: Partial<RegistrySettings>) =>
      [...makeRegistry([two], { ...settings, ...more }, builder.env).all.values()].map(({ info: made }) => [
        made.endpoint,
        made.openrtb.version,
      ]);
    const [go, java] = [
      [
        ['https://go.example', '2.6'],
        ['https://twin.example', '2.6'],
        ['https://go.example', '2.6'],
        ['https://third.example', '2.6'],
      ],
      [
        ['https://java.example', '2.5'],
        ['https://twin.example', '2.5'],
        ['https://java.example', '2.5'],
        ['https://java.third.example', '2.5'],
      ],
    ];
    expect([
      known({}),
      known({ rules: RULES_BY_VARIANT.java }),
      known({ rules: { ...RULES_BY_VARIANT.java, adapterDialect: 'go' } }),
    ]).toEqual([go, java, go]);
  });

  it('is an alias of another bidder, or accepts uncompressed bodies and one currency, only in the Java variant', () => {
    const two = defineBidder({
      ...basics,
      code: 'two',
      compression: 'gzip',
      java: { aliasOf: 'acme', compression: undefined, currencies: ['USD'] },
      params: z.object({}),
    });
    const known = (variant: 'go' | 'java') => {
      const made = makeRegistry([two], { ...settings, rules: RULES_BY_VARIANT[variant] }, builder.env).known('two')?.info;
      return [made?.aliasOf, made?.endpointCompression, made?.currencies];
    };
    expect([known('go'), known('java')]).toEqual([
      [undefined, 'gzip', []],
      ['acme', undefined, ['USD']],
    ]);
  });

  it('may have codes and params that the other variant lacks', () => {
    const two = defineBidder({
      ...basics,
      code: 'two',
      javaCode: 'deux',
      aliases: { twin: {} },
      params: z.object({ id: z.string() }),
      java: { aliases: { deux: {}, zwei: { endpoint: 'https://zwei.example' } }, params: z.object({ id: z.string().optional() }) },
    });
    const known = (variant: 'go' | 'java') => {
      const registry = makeRegistry([two], { ...settings, rules: RULES_BY_VARIANT[variant] }, builder.env);
      return [[...registry.all].map(([code, { info: made }]) => [code, made.aliasOf]), registry.paramsErrors('twin', {})];
    };
    const go = [
      ['two', undefined],
      ['twin', 'two'],
    ];
    const java = [
      ['two', 'deux'],
      ['twin', 'deux'],
      ['deux', undefined],
      ['zwei', 'deux'],
    ];
    expect([known('go'), known('java')]).toEqual([
      [go, ['(root): id is required']],
      [java, []],
    ]);
  });

  it('has codes that only that variant has', () => {
    const [go, java] = (['go', 'java'] as const).map(
      (variant) => makeRegistry(readCatalogue(), { ...settings, rules: RULES_BY_VARIANT[variant] }, builder.env).all,
    );
    const codes = [
      'adoppler',
      'andbeyondmedia',
      'colossusssp',
      'gothamads',
      'liftoff',
      'preciso',
      'tealplus',
      'ybidder',
      'yearxero',
      'yssp',
    ];
    expect(codes.filter((code) => go?.has(code))).toEqual([]);
    expect(codes.filter((code) => !java?.has(code))).toEqual([]);
    expect(java?.get('ybidder')?.info).toMatchObject({ aliasOf: 'nexx360', gvlVendorId: 1253, userSync: { key: 'nexx360' } });
  });

  it('has its fields after those it shares with other bidders, which may contain a `java` too', () => {
    const folder = join(import.meta.dirname, '../../src/bidders/adapters');
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expect(files.filter((name) => /^ {2}java: .*^ {2}\.\.\./ms.test(readFileSync(join(folder, name), 'utf8')))).toEqual([]);
  });
});
