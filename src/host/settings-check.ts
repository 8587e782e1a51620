/** Checks settings against this host's bidders, modules, reporters and files, without starting or connecting anything. */
import { existsSync, readFileSync } from 'node:fs';
import { createModules, findAnalytics } from '#src/analytics/registry.ts';
import { readCatalogue } from '#src/bidders/catalogue.ts';
import { macrosIn } from '#src/bidders/endpoint-address.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { namesOf, partAdapters } from '#src/bidders/unknown.ts';
import { ConfigError } from '#src/config/config-error.ts';
import { type LoadOptions, readSettings, type Settings } from '#src/config/load.ts';
import { didYouMean, nearest } from '#src/config/nearest.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { demoBidder } from '#src/demo/bidder.ts';
import { openMmdb } from '#src/feeds/mmdb.ts';
import { tlsContext } from '#src/http/tls.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { certificatesIn } from '#src/net/certificates.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { systemRandom } from '#src/platform/random.ts';
import { createAdapterEnv } from '#src/replay/adapter-env.ts';
import { loadDefaultRequest } from '#src/stores/default-request.ts';
import { syncersOf } from '#src/sync/host.ts';
import { adjustmentProblems } from './account-adjustments.ts';
import { checkModules, type Diagnostics } from './modules-check.ts';

export interface CheckOptions extends LoadOptions {
  /** Includes the demo bidder. */
  readonly demo?: boolean;
}

/** Reads the settings and checks them with every startup step that needs no network; one pass finds all errors. */
export async function checkSettings(options: CheckOptions): Promise<Settings> {
  const definitions = [...readCatalogue(), ...(options.demo === true ? [demoBidder] : [])];
  const settings = readSettings({ ...options, bidders: definitions.flatMap(namesOf) });
  if (!settings.config) return settings;
  const { config, ...bidders } = await checkBidders(settings.config, settings, definitions);
  const parts = [
    bidders,
    checkDefaults(config, settings),
    await checkAnalytics(config, settings),
    await checkModules(config, settings),
    await checkFiles(config, settings),
  ];
  return {
    ...settings,
    config,
    errors: [...new Set([...settings.errors, ...parts.flatMap(({ errors = [] }) => errors)])],
    warnings: [...new Set([...settings.warnings, ...parts.flatMap(({ warnings = [] }) => warnings)])],
  };
}

/** The settings without ignored bidders. */
async function checkBidders(
  config: HostConfig,
  { origins }: Settings,
  definitions: ReturnType<typeof readCatalogue>,
): Promise<Diagnostics & { readonly config: HostConfig }> {
  const { adapters, ignored, unknown } = partAdapters(definitions, config);
  const named = (code: string): string => origins.name(['adapters', code]);
  const variables = new Map(unknown.map((code) => [code, variablesOf(code, origins)]));
  const errors = unknown
    .filter((code) => variables.get(code) === undefined)
    .map((code) => `${named(code)}: there is no such bidder; a new name needs alias_of`);
  const warnings = [
    ...ignored.map((code) => `${named(code)}: there is no such bidder, so its settings are ignored`),
    ...[...variables].flatMap(([code, names]) => names?.map((name) => `${name}: unknown option, as there is no bidder ${code}`) ?? []),
    ...unknownMacros(definitions, adapters, origins),
  ];
  const known = { ...config, adapters };
  try {
    const env = createAdapterEnv(systemClock, systemRandom, '');
    errors.push(...syncersOf(makeRegistry(definitions, known, env), known).errors.map((error) => syncLine(error, origins)));
  } catch (cause) {
    errors.push(...linesOf(cause).map((line) => placedLine(line, origins)));
  }
  return { config: known, errors, warnings };
}

/** Price adjustments of all accounts that do not apply. */
function checkDefaults({ account_defaults: defaults }: HostConfig, { origins }: Settings): Diagnostics {
  const { errors, warnings } = adjustmentProblems(defaults.bidadjustments);
  return { warnings: [...errors, ...warnings].map((line) => placedLine(`account_defaults.${line}`, origins)) };
}

/** Macros in configured endpoints that no bidder fills. */
function unknownMacros(
  definitions: ReturnType<typeof readCatalogue>,
  adapters: HostConfig['adapters'],
  origins: Settings['origins'],
): string[] {
  const known = [...new Set(definitions.flatMap(({ info }) => macrosIn(info.endpoint)))];
  return Object.entries(adapters).flatMap(([code, { endpoint = '' }]) => {
    const unknown = macrosIn(endpoint).filter((name) => !known.includes(name));
    return unknown.map((name) => {
      const near = nearest(name, known);
      const hint = didYouMean(near === undefined ? undefined : `{{.${near}}}`);
      return `${origins.name(['adapters', code, 'endpoint'])}: no bidder fills the macro {{.${name}}}, so it is empty${hint}`;
    });
  });
}

/** The Go variant reads variables only of bidders it knows. Those that alone set an unknown bidder; undefined: others set it too. */
function variablesOf(code: string, { properties }: Settings['origins']): readonly string[] | undefined {
  const set = properties.filter(({ keys }) => keys[0] === 'adapters' && keys[1] === code);
  const isAllVariables = set.every(({ origin }) => origin.source === 'environment' && origin.written.startsWith('PBS_'));
  return set.length > 0 && isAllVariables ? set.map(({ origin }) => origin.written) : undefined;
}

const linesOf = (cause: unknown): readonly string[] => (cause instanceof ConfigError ? cause.errors : [errorMessage(cause)]);

/** `option: rule` with the option as written. */
function placedLine(line: string, origins: Settings['origins']): string {
  const [, option, rule] = /^([\w.-]+): (.*)$/s.exec(line) ?? [];
  return option === undefined ? line : `${origins.name(option.split('.'))}: ${rule}`;
}

/** An error of user syncs with the settings it is about: an endpoint, or the syncs of the bidders that the host configures. */
function syncLine(line: string, origins: Settings['origins']): string {
  const [, code, type] = /^cannot create syncer for bidder (\S+) with key \S*: (iframe|redirect)?/.exec(line) ?? [];
  if (code !== undefined) return `${origins.name(['adapters', code, 'usersync', ...(type === undefined ? [] : [type, 'url'])])}: ${line}`;
  const [, codes = ''] = /^bidders (.+?) (?:share|define) /.exec(line) ?? [];
  const own = codes.split(', ').filter((each) => origins.of(['adapters', each, 'usersync']) !== undefined);
  return own.length === 0
    ? placedLine(line, origins)
    : `${own.map((each) => origins.name(['adapters', each, 'usersync'])).join(', ')}: ${line}`;
}

async function checkAnalytics(config: HostConfig, { origins }: Settings): Promise<Diagnostics> {
  const rejecting = async (): Promise<never> => Promise.reject(new Error('nothing is sent'));
  const env = {
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    post: rejecting,
    fetchBody: rejecting,
    version: '',
    rules: config.rules,
  };
  try {
    createModules(await findAnalytics(), config, env);
    return {};
  } catch (cause) {
    return { errors: linesOf(cause).map((line) => placedLine(line, origins)) };
  }
}

/** A file that an option names; empty: none. */
interface File {
  readonly option: string;
  readonly file: string;
  /** @throws Error if its content is unusable */
  readonly check?: () => unknown;
}

function filesOf({ certificates_file, tls, currency_converter, geolocation, accounts }: HostConfig): File[] {
  const { file, maxmind, type, enabled } = geolocation;
  const { remote_file_syncer: syncer } = maxmind;
  const isFetched = syncer.type === 'remote' && syncer.download_url !== '';
  const isRead = enabled && type === 'maxmind' && !isFetched;
  const saved = file === '' ? syncer.save_filepath : '';
  return [
    { option: 'certificates_file', file: certificates_file, check: () => certificatesIn(certificates_file) },
    { option: 'tls.cert', file: tls.cert, check: () => (tls.key === '' || existsSync(tls.key) ? tlsContext(tls) : undefined) },
    { option: 'tls.key', file: tls.key },
    { option: 'currency_converter.file', file: currency_converter.file },
    { option: 'geolocation.file', file: isRead ? file : '', check: () => openMmdb(file) },
    { option: 'geolocation.maxmind.remote_file_syncer.save_filepath', file: isRead ? saved : '', check: () => openMmdb(saved) },
    { option: 'accounts.settings_filename', file: accounts.settings_filename },
  ];
}

async function checkFiles(config: HostConfig, { origins }: Settings): Promise<Diagnostics> {
  const errors: string[] = [];
  for (const each of filesOf(config)) errors.push(...(await fileErrors(each, origins)));
  try {
    await loadDefaultRequest(config);
  } catch (cause) {
    errors.push(placedLine(errorMessage(cause), origins));
  }
  return { errors };
}

async function fileErrors({ option, file, check }: File, origins: Settings['origins']): Promise<string[]> {
  if (file === '') return [];
  const name = origins.name(option.split('.'));
  try {
    readFileSync(file);
  } catch (cause) {
    return [`${name}: ${file} cannot be read: ${errorMessage(cause)}`];
  }
  try {
    await check?.();
    return [];
  } catch (cause) {
    return cause instanceof ConfigError ? cause.errors.map((line) => placedLine(line, origins)) : [`${name}: ${errorMessage(cause)}`];
  }
}
