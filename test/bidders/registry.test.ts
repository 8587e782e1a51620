import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RegistrySettings } from '#src/bidders/adapter-defaults.ts';
import type { BuildInput } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { allParams, bidderInfo, bidderNames, infoByName, readFlag } from '#src/bidders/info.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { RULES_BY_VARIANT } from '#src/config/rules-by-variant.ts';
import { basics, builder, info, requestOf } from './kit/builder.ts';

const acme = defineBidder({
  ...basics,
  endpoint: 'https://acme.example/bid',
  vendorId: 7,
  geoscope: ['EEA'],
  sync: { key: 'acmekey', redirect: { url: 'https://acme.example/sync', userMacro: '$UID' } },
  aliases: { sister: { endpoint: 'https://sister.example/bid', disabled: true }, brother: {} },
  params: z.object({ id: z.string() }),
});
const quiet = defineBidder({ ...basics, code: 'quiet', disabled: true, params: z.object({}) });
const white = defineBidder({ ...basics, code: 'white', whiteLabelOnly: true, params: z.object({}) });
const picky = defineBidder({
  ...basics,
  code: 'picky',
  params: z.object({}),
  setup: ({ extraInfo }) => {
    if (extraInfo !== '' && extraInfo !== 'good') throw new Error('extra info must be good');
  },
});

const registryOf = (adapters: RegistrySettings['adapters'] = {}, bidders = [acme, quiet, white, picky]) =>
  makeRegistry(
    bidders,
    { adapters, external_url: 'https://host.example', datacenter: 'eu', gdpr: { host_vendor_id: 3 }, rules: RULES_BY_VARIANT.go },
    builder.env,
  );

const uriOf = (adapters: RegistrySettings['adapters'], code: string) =>
  registryOf(adapters)
    .known(code)
    ?.adapter.makeRequests(requestOf({ id: '1', bidder: {} }), info).calls[0]?.uri;

const oldName = defineBidder({
  ...basics,
  code: 'oldname',
  modifyingVastXmlAllowed: false,
  javaCode: 'newname',
  aliases: { newname: { maintainer: 'new@acme.example' }, third: {} },
  params: z.object({}),
});

describe('a host of the Java variant', () => {
  const registryFor = (more: Partial<RegistrySettings>) => {
    const settings = { adapters: {}, external_url: '', datacenter: '', gdpr: { host_vendor_id: 0 }, rules: RULES_BY_VARIANT.go };
    return makeRegistry([acme, oldName], { ...settings, ...more }, builder.env);
  };
  const aliases = (more: Partial<RegistrySettings>) =>
    Object.fromEntries([...registryFor(more).all].map(([code, { info: made }]) => [code, made.aliasOf]));

  it('registers bidders under their code of that variant', () => {
    const own = { acme: undefined, sister: 'acme', brother: 'acme' };
    expect(aliases({})).toEqual({ ...own, oldname: undefined, newname: 'oldname', third: 'oldname' });
    expect(aliases({ rules: RULES_BY_VARIANT.java })).toEqual({ ...own, oldname: 'newname', newname: undefined, third: 'newname' });
  });

  it('permits our tracker in VAST by default', () => {
    const allowed = (more: Partial<RegistrySettings>) =>
      ['acme', 'oldname'].map((code) => registryFor(more).known(code)?.info.modifyingVastXmlAllowed);
    expect([allowed({}), allowed({ rules: RULES_BY_VARIANT.java })]).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(allowed({ rules: { ...RULES_BY_VARIANT.go, allowVastChanges: true } })).toEqual([true, false]);
    expect(allowed({ rules: RULES_BY_VARIANT.java, adapters: { acme: { modifying_vast_xml_allowed: false } } })).toEqual([false, false]);
  });

  it('use the host’s defaults for fields missing in their files, and report the new name for old ones', () => {
    const defaults = {
      endpoint_compression: 'gzip',
      ortb_version: '2.6',
      ortb: { multiformat_supported: false },
      pbs_enforces_ccpa: false,
    } as const;
    const registry = registryFor({ adapter_defaults: defaults, adapters: { acme: { deprecated_names: ['acmeold'] } } });
    expect(registry.known('oldname')?.info).toMatchObject({
      endpointCompression: 'gzip',
      ccpaEnforced: false,
      openrtb: { version: '2.6', multiformatSupported: false },
    });
    expect(registry.disabledMessage('acmeold')).toBe('acmeold has been deprecated and is no longer available. Use acme instead.');
  });

  it('calls no bidders and shows no calls unless the host enables them', () => {
    const adapters = { oldname: { enabled: true, debug: { allow: true } } };
    const { all } = registryFor({ adapter_defaults: { enabled: false, debug: { allow: false } }, adapters });
    const made = (code: string) => [all.get(code)?.info.enabled, all.get(code)?.info.debugAllowed];
    expect([made('acme'), made('sister'), made('oldname')]).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
    expect(registryFor({ adapter_defaults: { enabled: true } }).all.get('acme')?.info).toMatchObject({
      enabled: true,
      debugAllowed: true,
    });
  });

  it('builds adapters with its own behavior, unless the host configures the other', () => {
    const headers = (more: Partial<RegistrySettings>) =>
      registryFor(more)
        .known('oldname')
        ?.adapter.makeRequests(requestOf({ id: '1', bidder: {} }), info).calls[0]?.headers;
    const quietHeaders = defineBidder({ ...basics, code: 'q', headers: 'none', params: z.object({}) });
    const settings = { adapters: {}, external_url: '', datacenter: '', gdpr: { host_vendor_id: 0 }, rules: RULES_BY_VARIANT.java } as const;
    const made = (more: Partial<RegistrySettings>) =>
      makeRegistry([quietHeaders], { ...settings, ...more }, builder.env)
        .known('q')
        ?.adapter.makeRequests(requestOf({ id: '1', bidder: {} }), info).calls[0]?.headers;
    expect(headers({})).toEqual(made({}));
    expect(made({ rules: { ...RULES_BY_VARIANT.java, adapterDialect: 'go' } })).toEqual({});
  });
});

describe('the registry of bidders', () => {
  it('assigns a known code to another bidder if the host configures it', () => {
    const registry = registryOf({ quiet: { alias_of: 'acme', enabled: true, endpoint: 'https://quiet.example' } });
    expect(registry.known('QUIET')).toMatchObject({ code: 'quiet', syncKey: 'acmekey', info: { aliasOf: 'acme' } });
    expect(uriOf({ quiet: { alias_of: 'acme', enabled: true, endpoint: 'https://quiet.example' } }, 'quiet')).toBe('https://quiet.example');
    expect(registryOf({ brother: { alias_of: 'acme' } }).known('brother')?.info.endpoint).toBe('https://acme.example/bid');
  });

  it('finds bidders by their code in any case, and static aliases with shared properties', () => {
    const registry = registryOf();
    expect([...registry.all.keys()]).toEqual(['acme', 'sister', 'brother', 'quiet', 'white', 'picky']);
    expect(registry.active('ACME')).toBe(registry.all.get('acme'));
    expect(registry.known('nobody')).toBeUndefined();
    expect(registry.known('brother')).toMatchObject({
      code: 'brother',
      syncKey: 'acmekey',
      info: { aliasOf: 'acme', endpoint: 'https://acme.example/bid', enabled: true, userSync: { key: 'acmekey' } },
    });
    expect(registry.known('brother')?.info).toMatchObject({ gvlVendorId: undefined, geoscope: undefined });
    expect(registry.known('quiet')?.syncKey).toBe('quiet');
  });

  it('calls neither disabled nor white-label bidders, with an error', () => {
    const registry = registryOf();
    expect([registry.active('quiet'), registry.active('sister'), registry.active('white')]).toEqual([undefined, undefined, undefined]);
    expect(registry.disabledMessage('quiet')).toBe(
      'Bidder "quiet" has been disabled on this instance of auctor. Please work with the auctor host to enable this bidder again.',
    );
    expect(registry.disabledMessage('white')).toBe('Bidder "white" can only be aliased and cannot be used directly.');
    expect(registry.disabledMessage('lifestreet')).toBe(
      'Bidder "lifestreet" is no longer available in auctor. Please update your configuration.',
    );
    expect(registry.disabledMessage('yssp')).toContain(`Yahoo SSP adapter, please rename it to "yahooAds"`);
    expect([registry.disabledMessage('acme'), registry.disabledMessage('nobody')]).toEqual([undefined, undefined]);
  });

  it('merges sync settings over those of the file field by field; empty values change nothing', () => {
    const syncOf = (usersync: RegistrySettings['adapters'][string]['usersync']) =>
      registryOf({ acme: { usersync } }).known('acme')?.info.userSync;
    const own = { key: 'acmekey', redirect: { url: 'https://acme.example/sync', userMacro: '$UID' } };
    expect(syncOf({ redirect: { external_url: 'https://sync.example', user_macro: '' } })).toEqual({
      ...own,
      redirect: { ...own.redirect, externalUrl: 'https://sync.example' },
    });
    expect(syncOf({ key: '', external_url: 'https://sync.example' })).toEqual({ ...own, externalUrl: 'https://sync.example' });
    expect(syncOf({ redirect: { format_override: 'blank' }, skipwhen: { gpp_sid: [2, '6'] } })).toEqual({
      ...own,
      redirect: { ...own.redirect, formatOverride: 'b' },
      skipWhen: { gppSid: ['2', '6'] },
    });
  });

  it('keeps what its file says where the host’s settings are empty', () => {
    const own = { username: 'u', password: 'p', tracker: 't' };
    const partner = defineBidder({ ...basics, code: 'partner', vendorId: 7, xapi: own, params: z.object({}), compression: 'gzip' });
    const override = { endpoint: '', endpoint_compression: '', gvl_vendor_id: 0, extra_info: '' };
    const settings = { partner: { ...override, xapi: { username: 'me', password: '', tracker: '' } } };
    const { info: kept } = registryOf(settings, [partner]).known('partner') ?? {};
    expect(kept).toEqual({ ...registryOf({}, [partner]).known('partner')?.info, xapi: { ...own, username: 'me' } });
  });

  it('applies the host’s settings to a bidder’s info, its code in any case', () => {
    const { info: changed, syncKey } = registryOf({
      Acme: {
        endpoint: 'https://own.example/bid',
        endpoint_compression: 'GZIP',
        extra_info: 'x',
        gvl_vendor_id: 9,
        maintainer: { email: 'me@host.example' },
        capabilities: { app: ['video'] },
        debug: { allow: false },
        openrtb: { version: '2.6' },
        currency_accepted: ['EUR'],
        tmax_deduction_ms: 20,
        experiment: { adscert: { enabled: true } },
        usersync: {
          key: 'ownkey',
          external_url: 'https://sync.example',
          iframe: { url: 'https://own.example/iframe' },
          skipwhen: { gdpr: true, gpp_sid: ['2'] },
        },
      },
    }).all.get('acme') as { info: object; syncKey: string };
    expect(syncKey).toBe('ownkey');
    expect(changed).toMatchObject({
      endpoint: 'https://own.example/bid',
      endpointCompression: 'gzip',
      extraInfo: 'x',
      gvlVendorId: 9,
      maintainer: 'me@host.example',
      capabilities: { app: ['video'] },
      debugAllowed: false,
      openrtb: { version: '2.6', gppSupported: false, multiformatSupported: true },
      currencies: ['EUR'],
      tmaxDeductionMs: 20,
      adsCert: true,
      geoscope: ['EEA'],
      userSync: {
        key: 'ownkey',
        externalUrl: 'https://sync.example',
        iframe: { url: 'https://own.example/iframe' },
        redirect: { url: 'https://acme.example/sync', userMacro: '$UID' },
        skipWhen: { gdpr: true, gppSid: ['2'] },
      },
    });
  });

  it('enables and disables bidders; `enabled` takes precedence', () => {
    const isActive = (code: string, adapter: RegistrySettings['adapters'][string]) =>
      registryOf({ [code]: adapter }).active(code) !== undefined;
    expect(isActive('acme', { disabled: true })).toBe(false);
    expect(isActive('acme', { enabled: false, disabled: false })).toBe(false);
    expect(isActive('quiet', { enabled: true })).toBe(true);
    expect(isActive('white', { white_label_only: false })).toBe(true);
    expect(registryOf({ acme: { endpoint_compression: 'none' } }).known('acme')?.info.endpointCompression).toBeUndefined();
  });

  it('adds names the host defines as aliases, which keep the core bidder’s ids of users but not its vendor id', () => {
    const registry = registryOf({ mine: { alias_of: 'acme', endpoint: 'https://mine.example/bid' } });
    expect(registry.active('mine')?.info).toMatchObject({
      aliasOf: 'acme',
      endpoint: 'https://mine.example/bid',
      gvlVendorId: undefined,
      userSync: { key: 'acmekey' },
    });
    expect(registry.paramsErrors('mine', {})).toEqual(registry.paramsErrors('acme', {}));
    expect(registry.paramsErrors('mine', { id: 'x' })).toEqual([]);
    expect(registry.paramsSchema('MINE')).toBe(registry.paramsSchema('acme'));
    expect([registry.paramsSchema('nobody'), registry.paramsErrors('nobody', {})]).toEqual([undefined, []]);
  });

  it('finds the bidder of an alias in any letter case, and shares its ids unless the alias has syncs of its own', () => {
    const registry = registryOf({ mine: { alias_of: 'BROTHER' }, picked: { alias_of: 'Picky', extra_info: 'good' } });
    expect(registry.known('mine')).toMatchObject({ syncKey: 'acmekey', info: { aliasOf: 'brother' } });
    expect(registry.known('picked')?.info.aliasOf).toBe('picky');
    expect(() => registryOf({ picked: { alias_of: 'Picky', enabled: true, extra_info: 'bad' } })).toThrow(
      'adapters.picked: extra info must be good',
    );
    const ids = registryOf({
      mine: { alias_of: 'white' },
      own: { alias_of: 'white', usersync: { redirect: { url: 'https://own.example' } } },
    });
    expect([ids.known('mine')?.syncKey, ids.known('own')?.syncKey]).toEqual(['white', 'own']);
    const plain = defineBidder({
      ...basics,
      code: 'plain',
      params: z.object({}),
      sync: { redirect: { url: 'https://plain.example/sync' } },
    });
    expect(registryOf({ mine: { alias_of: 'PLAIN' } }, [plain]).known('mine')?.syncKey).toBe('plain');
  });

  it('builds an adapter once, from the host’s settings', () => {
    expect(uriOf({}, 'acme')).toBe('https://acme.example/bid');
    expect(uriOf({ acme: { endpoint: 'https://own.example' } }, 'acme')).toBe('https://own.example');
    expect(uriOf({ mine: { alias_of: 'sister', enabled: true } }, 'mine')).toBe('https://sister.example/bid');
    const built: BuildInput[] = [];
    const spy = {
      ...acme,
      build: (given: BuildInput) => {
        built.push(given);
        return acme.build(given);
      },
    };
    const registry = makeRegistry(
      [spy],
      { adapters: {}, external_url: 'https://host.example', datacenter: 'eu', gdpr: { host_vendor_id: 3 }, rules: RULES_BY_VARIANT.go },
      builder.env,
    );
    expect(built).toEqual([]);
    expect(registry.known('acme')?.adapter).toBe(registry.known('acme')?.adapter);
    expect(built).toEqual([
      {
        ...builder,
        endpoint: 'https://acme.example/bid',
        server: { externalUrl: 'https://host.example', gvlId: 3, dataCenter: 'eu' },
        env: builder.env,
      },
    ]);
  });

  it('stops the startup at invalid settings, naming the key', () => {
    expect(() => registryOf({ acme: { endpoint: 'TODO' } })).toThrow('adapters.acme.endpoint: is no address: TODO');
    expect(registryOf({ acme: { endpoint: 'TODO', disabled: true } })).toBeDefined();
    expect(() => registryOf({ nobody: { endpoint: 'https://x.example' } })).toThrow(
      'adapters.nobody: there is no such bidder; a new name needs alias_of',
    );
    expect(() => registryOf({ mine: { alias_of: 'nobody' } })).toThrow('adapters.mine.alias_of: there is no bidder nobody');
    expect(() => registryOf({ all: { alias_of: 'acme' } })).toThrow(
      "adapters.all: There is 'all' bidder or alias configured which is unacceptable.",
    );
    expect(() => registryOf({ picky: { extra_info: 'bad' } })).toThrow('adapters.picky: extra info must be good');
    expect(() => registryOf({ picky: { extra_info: 'bad', enabled: false } })).not.toThrow();
  });
});

describe('published bidder info', () => {
  it('lists names, without white-label bidders, and without aliases and disabled ones on request', () => {
    const registry = registryOf();
    const names = (enabledOnly: boolean, baseAdaptersOnly: boolean) => bidderNames(registry, { enabledOnly, baseAdaptersOnly }, {});
    expect(names(false, false)).toEqual(['acme', 'brother', 'picky', 'quiet', 'sister']);
    expect(names(true, false)).toEqual(['acme', 'brother', 'picky']);
    expect(names(true, true)).toEqual(['acme', 'picky']);
  });

  it('reads boolean query parameters', () => {
    expect([undefined, 'TRUE', 'False'].map((value) => readFlag('enabledonly', value))).toEqual([
      { value: false },
      { value: true },
      { value: false },
    ]);
    expect(readFlag('enabledonly', 'yes')).toEqual({ error: "Invalid value for 'enabledonly' query param, must be of boolean type" });
  });

  it('contains the capabilities of an enabled bidder, and only the owner of a disabled one', () => {
    const registry = registryOf();
    expect(infoByName(registry, 'Acme', false, {})).toEqual({
      status: 'ACTIVE',
      usesHttps: true,
      maintainer: { email: 'ads@acme.example' },
      capabilities: { site: { mediaTypes: ['banner', 'video'] } },
    });
    expect(infoByName(registry, 'sister', false, {})).toEqual({
      status: 'DISABLED',
      maintainer: { email: 'ads@acme.example' },
      aliasOf: 'acme',
    });
    expect([infoByName(registry, 'white', false, {}), infoByName(registry, 'nobody', false, {})]).toEqual([undefined, undefined]);
    expect(Object.keys(infoByName(registry, 'ALL', false, {}) ?? {})).toEqual(['acme', 'brother', 'picky', 'quiet', 'sister']);
    const bare = registryOf({ acme: { maintainer: { email: '' }, capabilities: {} } }).known('acme');
    expect(bare && bidderInfo(bare, false)).toEqual({ status: 'ACTIVE', usesHttps: true });
  });

  it('contains the params of all, an alias having its core bidder’s', () => {
    const registry = registryOf();
    const params = allParams(registry) as { [code: string]: object };
    expect(Object.keys(params)).toEqual(['acme', 'brother', 'picky', 'quiet', 'sister', 'white']);
    expect(params['brother']).toBe(params['acme']);
    expect(params['acme']).toMatchObject({ properties: { id: { type: 'string' } }, required: ['id'] });
  });
});

describe('files of bidders', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  it('are found by their default export; other files of the folder are ignored', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bidders-'));
    folders.push(folder);
    await writeFile(join(folder, 'one.ts'), "export default { code: 'one', build: () => undefined };\n");
    await writeFile(join(folder, 'two.ts'), 'export const build = 1;\nexport default undefined;\n');
    await writeFile(join(folder, 'three.d.ts'), 'export {};\n');
    expect((await findDefinitions(folder)).map(({ code }) => code)).toEqual(['one']);
  });

  it('contain nothing marked FILL IN', async () => {
    const folder = join(import.meta.dirname, '../../src/bidders/adapters');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
    const messages = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    expect(names.filter((_, i) => messages[i]?.includes('FILL IN'))).toEqual([]);
  });

  it('are all found and named by their code, with unique names', async () => {
    const definitions = await findDefinitions();
    const files = (await readdir(join(import.meta.dirname, '../../src/bidders/adapters'))).filter((name) => name.endsWith('.ts'));
    expect(definitions.map(({ code }) => `${code}.ts`)).toEqual(files.toSorted());
    const names = definitions.flatMap(({ code, aliases }) => [code, ...Object.keys(aliases)]);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['33across', 'adform', 'appnexus', 'equativ', 'generic', 'ttd', 'yieldmo']));
  });
});
