/**
 * The functions of a rule set's `schema`. Each is compiled with its arguments and returns a string; rules compare it with their conditions.
 * Conditions of lists never match an unknown value.
 */
import { MEDIA_TYPES } from '#src/bidders/bidder.ts';
import { argumentsOf, readInteger, readList, readNone, readString, UnknownFunctionError } from './arguments.ts';
import type { RuleDialect } from './dialects.ts';
import { adUnitCodesOf, domainsOf, hasFirstPartyData, hasUserData, keyValueOf, sectionsOf } from './request-fields.ts';
import type { RuleContext, RuleImp } from './rule-context.ts';

export interface SchemaFunction {
  readonly name: string;
  /** As written. */
  readonly args: unknown;
  /** The value depends on the imp: rules of its set run once per imp. */
  readonly perImp: boolean;
  value(context: RuleContext, imp: RuleImp): string;
}

type Value = (context: RuleContext, imp: RuleImp) => string | boolean | undefined;
/** Parses the arguments; the returned function runs for each request. */
type Compile = (name: string, args: unknown, dialect: RuleDialect) => Value;

/** A function without arguments. */
const plain =
  (value: (context: RuleContext, dialect: RuleDialect, imp: RuleImp) => string | boolean | undefined): Compile =>
  (name, args, dialect) => {
    readNone(name, args, dialect);
    return (context, imp) => value(context, dialect, imp);
  };

/** Whether one of the values is in the list `key`. */
const listed =
  <T extends string | number>(
    key: string,
    elements: T extends string ? 'strings' : 'integers',
    found: (context: RuleContext, dialect: RuleDialect, imp: RuleImp) => readonly (T | undefined)[],
    ignoresCase = false,
  ): Compile =>
  (name, args, dialect) => {
    const lower = (one: T): T => (ignoresCase && dialect.ignoresCase && typeof one === 'string' ? (one.toLowerCase() as T) : one);
    const wanted = new Set(readList<T>(name, key, elements, args, dialect).map(lower));
    return (context, imp) => found(context, dialect, imp).some((one) => one !== undefined && one !== '' && wanted.has(lower(one)));
  };

const country = ({ request }: RuleContext): string | undefined => request.device?.geo?.country;

const region = ({ request, hostRegion }: RuleContext, { regionOfDevice }: RuleDialect): string | undefined =>
  regionOfDevice ? request.device?.geo?.region : hostRegion;

const channel = ({ request }: RuleContext): string | undefined => {
  const name = request.ext?.srv?.channel?.name;
  return name === 'pbjs' ? 'web' : name;
};

const percent: Compile = (_, args, dialect) => {
  const share = readInteger('pct', args, dialect.defaultPercent, dialect);
  if (!dialect.drawsCertainties && share <= 0) return () => false;
  if (!dialect.drawsCertainties && share >= 100) return () => true;
  return ({ draw }) => draw(100) < share;
};

const prebidKey: Compile = (_, args, dialect) => {
  const key = readString('key', argumentsOf(args), dialect);
  return ({ request }) => keyValueOf(request, key);
};

const common: { readonly [name: string]: Compile } = {
  deviceCountry: plain(country),
  deviceCountryIn: listed('countries', 'strings', (context) => [country(context)], true),
  dataCenter: plain(region),
  dataCenterIn: listed('datacenters', 'strings', (context, dialect) => [region(context, dialect)], true),
  channel: plain(channel),
  eidAvailable: plain(({ request: { user } }) => (user?.eids?.length ?? 0) > 0),
  eidIn: listed<string>('sources', 'strings', ({ request: { user } }) => user?.eids?.map(({ source }) => source) ?? []),
  userFpdAvailable: plain(({ request }) => hasUserData(request)),
  fpdAvailable: plain(({ request }) => hasFirstPartyData(request)),
  gppSidAvailable: plain(({ request }) => sectionsOf(request).length > 0),
  gppSidIn: listed<number>('sids', 'integers', ({ request }, { positiveSectionsOnly }) =>
    positiveSectionsOnly && sectionsOf(request).length === 0 ? [] : (request.regs?.gpp_sid ?? []),
  ),
  tcfInScope: plain(({ request: { regs } }) => regs?.gdpr === 1),
  percent,
};

/** Functions of the Java variant only. */
const further: { readonly [name: string]: Compile } = {
  bundle: plain(({ request }) => request.app?.bundle),
  bundleIn: listed('bundles', 'strings', ({ request }) => [request.app?.bundle]),
  domain: plain(({ request }) => domainsOf(request)[0]),
  domainIn: listed('domains', 'strings', ({ request }) => domainsOf(request)),
  deviceType: plain(({ request }) => request.device?.devicetype?.toString()),
  deviceTypeIn: listed<number>('types', 'integers', ({ request }) => [request.device?.devicetype]),
  prebidKey,
};

const perImp: { readonly [name: string]: Compile } = {
  adUnitCode: plain((_, __, imp) => adUnitCodesOf(imp)[0]),
  adUnitCodeIn: listed<string>('codes', 'strings', (_, __, imp) => adUnitCodesOf(imp)),
  mediaTypeIn: listed<string>('types', 'strings', (_, __, imp) => MEDIA_TYPES.filter((type) => imp?.[type])),
};

const own = (table: { readonly [name: string]: Compile }, name: string): Compile | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Compiles a schema function.
 * @throws UnknownFunctionError if the name is unknown; RuleError if the arguments are invalid
 */
export function schemaFunction(name: string, args: unknown, dialect: RuleDialect): SchemaFunction {
  const ofImp = dialect.hasImpFunctions ? own(perImp, name) : undefined;
  const compile = ofImp ?? own(common, name) ?? (dialect.hasImpFunctions ? own(further, name) : undefined);
  if (!compile) throw new UnknownFunctionError(dialect.messages.unknownSchema(name));
  const value = compile(name, args, dialect);
  return {
    name,
    args,
    perImp: ofImp !== undefined,
    value: (context, imp) => {
      const found = value(context, imp);
      return found === undefined || found === '' ? dialect.unknown : String(found);
    },
  };
}

/** Names of all schema functions, as the JSON schema of the Go variant lists them. */
export const SCHEMA_FUNCTION_NAMES: readonly string[] = Object.keys(common).sort();
