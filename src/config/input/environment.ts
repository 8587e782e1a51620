/**
 * Settings from the environment. `AUCTOR_` and the option's path in upper case, levels joined by one underscore, lists and groups read as
 * YAML (`AUCTOR_CACHE_EXPECTED_MILLIS`); `PBS_` and the key of the Go variant, lists separated by spaces; keys of the Java variant without a
 * prefix, dashes removed or written as underscores (`SERVER_HTTP_PORT`, `GDPR_DEFAULTVALUE`).
 */
import { parse, YAMLParseError } from 'yaml';
import type { Result } from '#src/lang/result.ts';
import type { Variant } from '../rule-set.ts';
import type { KeyNode } from './key-tree.ts';
import { flatten, type Key, type Property, uniform } from './property.ts';

/** Our variables that are not options: file names, and communication between processes of one host. */
const NOT_OPTIONS = new Set(['AUCTOR_CONFIG', 'AUCTOR_DEMO_ORIGIN', 'AUCTOR_NODE_FLAGS', 'AUCTOR_REVISION']);

/** Variables with this start are settings of modules: one that matches no key is reported. */
const OF_MODULES = 'HOOKS_MODULES_';

/** Variables that Kubernetes sets for a service named like a prefix (`AUCTOR_SERVICE_HOST`, `AUCTOR_PORT=tcp://10.0.0.1:80`). */
const OF_SERVICES = /^[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const isOfService = (variable: string, text: string): boolean =>
  OF_SERVICES.test(variable) || (variable.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(text));

export interface EnvironmentSettings {
  readonly properties: readonly Property[];
  /** One line per error. */
  readonly errors: readonly string[];
  /** Variables with a settings prefix that match no option. */
  readonly unknown: readonly string[];
}

/** @param ranks layers of the variant's variables and of ours, which take precedence */
export function readEnvironment(
  environment: NodeJS.ProcessEnv,
  tree: KeyNode,
  variant: Variant,
  ranks: { readonly theirs: number; readonly ours: number },
): EnvironmentSettings {
  const [properties, errors, unknown]: [Property[], string[], string[]] = [[], [], []];
  for (const [variable, text] of Object.entries(environment)) {
    if (text === undefined || NOT_OPTIONS.has(variable) || isOfService(variable, text)) continue;
    const prefix = ['AUCTOR_', ...(variant === 'go' ? ['PBS_'] : [])].find((each) => variable.startsWith(each));
    if (prefix === undefined && !(variant === 'java' && isJavaName(variable))) continue;
    // An empty variable of that variant counts as not set.
    if (prefix === 'PBS_' && text === '') continue;
    // That variant reads upper case only.
    const isSeen = prefix !== 'PBS_' || variable === variable.toUpperCase();
    const place = isSeen && findKey(tree, tokensOf(variable.slice(prefix?.length ?? 0)), formOf(prefix));
    if (place) {
      const rank = prefix === 'AUCTOR_' ? ranks.ours : ranks.theirs;
      const read = prefix === 'AUCTOR_' ? ourValue(text, place) : { value: textOf(text, place, prefix) };
      if ('error' in read) errors.push(`${variable}: not YAML: ${read.error}`);
      else properties.push(...propertiesOf(place, read.value, { variable, rank }));
    } else if (prefix !== undefined || variable.startsWith(OF_MODULES)) unknown.push(variable);
  }
  return { properties, errors, unknown };
}

interface Place {
  readonly keys: readonly Key[];
  readonly node: KeyNode;
}

function propertiesOf({ keys }: Place, value: unknown, { variable, rank }: { variable: string; rank: number }): Property[] {
  const origin = { source: 'environment', written: variable, rank };
  return flatten(value, origin, keys).map((property) => ({ ...property, origin }));
}

/** Nothing, and a text in quotes: the forms of a single value that are read as YAML. */
const isYamlValue = (text: string): boolean =>
  ['', 'null', '~'].includes(text) || (text.length > 1 && `"'`.includes(text.charAt(0)) && text.endsWith(text.charAt(0)));

/** The value of one of our variables. That of a single option may have any characters: a password is no YAML. */
function ourValue(given: string, { node }: Place): Result<unknown> {
  const text = given.trim();
  if (node.kind !== 'leaf') return readYamlValue(text);
  const read = isYamlValue(text) ? readYamlValue(text) : undefined;
  return read && 'value' in read ? read : { value: text };
}

/** The errors are without the text, which may be secret. */
function readYamlValue(text: string): Result<unknown> {
  try {
    return { value: (parse(text, { logLevel: 'error' }) as unknown) ?? '' };
  } catch (cause) {
    const isSyntax = cause instanceof YAMLParseError;
    return { error: (isSyntax && cause.message.split(' at line ', 1)[0]) || 'an alias has no anchor, or aliases expand without bound' };
  }
}

const textOf = (text: string, { node }: Place, prefix: string | undefined): unknown =>
  prefix === 'PBS_' && node.kind === 'list' ? text.split(/\s+/).filter((item) => item !== '') : text;

const tokensOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[_-]/)
    .filter((token) => token !== '');

/** How variables of one prefix are read. */
interface Form {
  /** Names have their own underscores, but for fields of bidders: the Go variant writes those without. */
  readonly isExact: boolean;
  /** `video.stored_request_required` precedes `video_stored_request_required`: keys of the Java variant have levels. */
  readonly levelsFirst: boolean;
}

const OURS: Form = { isExact: false, levelsFirst: false };
const GO: Form = { isExact: true, levelsFirst: false };
const JAVA: Form = { isExact: false, levelsFirst: true };

function formOf(prefix: string | undefined): Form {
  if (prefix === undefined) return JAVA;
  return prefix === 'PBS_' ? GO : OURS;
}

/** The key made of these tokens. Names may contain underscores; a user-defined one is the shortest whose rest is an option. */
function findKey(node: KeyNode, tokens: readonly string[], form: Form, keys: readonly Key[] = []): Place | undefined {
  if (tokens.length === 0) return node.kind === 'group' && !node.takesString ? undefined : { keys, node };
  if (node.kind === 'list') {
    const place = Number(tokens[0]);
    return Number.isInteger(place) && node.item ? findKey(node.item, tokens.slice(1), form, [...keys, place]) : undefined;
  }
  let fallback: Place | undefined;
  const counts = tokens.map((_, i) => (node.kind === 'record' || form.levelsFirst ? i + 1 : tokens.length - i));
  for (const count of counts) {
    const next = step(node, tokens.slice(0, count), form.isExact && keys[0] !== 'adapters');
    const found = next && findKey(next.node, tokens.slice(count), form, [...keys, next.key]);
    // An option precedes a key that only a rule knows: `usersync.redirect.url`, not the old `usersync.redirect_url`.
    if (found && (node.kind === 'record' || found.node.kind !== 'open')) return found;
    fallback ??= found;
  }
  return fallback;
}

function step({ kind, children, item }: KeyNode, tokens: readonly string[], isExact: boolean): { key: string; node: KeyNode } | undefined {
  const name = tokens.join('');
  const child = children.get(name);
  // Another name of an option has no spelling of its own here.
  const isSpelled = !isExact || child?.name.toLowerCase() === tokens.join('_') || uniform(child?.name ?? '') !== name;
  if (child && isSpelled) return { key: child.name, node: child.node };
  return kind === 'record' && item ? { key: tokens.join('_'), node: item } : undefined;
}

/** Groups and keys of the Java variant that variables may set: without a prefix only these names are considered. */
const JAVA_NAMES =
  'adapterdefaults adapters adminendpoints admin amp analytics auction cache ccpa cookiesync currencyconverter datacenterregion debug defaultrequest event externalurl gdpr geolocation healthcheck hooks hostcookie httpclient ipv6 lmt logging metrics pbc pricefloors recaptchasecret recaptchaurl server settings setuid statusresponse storage vertx video vtrack'.split(
    ' ',
  );

function isJavaName(variable: string): boolean {
  if (!/^[A-Z][A-Z0-9_]*$/.test(variable)) return false;
  const tokens = tokensOf(variable);
  return tokens.some((_, i) => JAVA_NAMES.includes(tokens.slice(0, i + 1).join('')));
}
