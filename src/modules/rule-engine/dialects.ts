/** The differences between the rule engines of the two established servers: unknown values, names, messages, outcomes. */

export interface RuleDialect {
  /** Result of a schema function without a value. */
  readonly unknown: string;
  /** Country, region and bidder names are case-insensitive. */
  readonly ignoresCase: boolean;
  /** `dataCenter` is the device's region; otherwise the host's. */
  readonly regionOfDevice: boolean;
  /** Default of `pct` of `percent`; undefined: the argument is required. */
  readonly defaultPercent: number | undefined;
  /** All functions of a schema are evaluated before its rules are matched; otherwise one by one along the path. */
  readonly evaluatesAllFirst: boolean;
  /** Draws whose outcome is certain are made as well: among one group, `percent` of 0 or 100. */
  readonly drawsCertainties: boolean;
  /** Functions that exist beyond the common set. */
  readonly hasImpFunctions: boolean;
  /** `gppSidIn` never matches if no section is above 0. */
  readonly positiveSectionsOnly: boolean;
  /** An imp without bidders is removed, and a request without imps rejected. */
  readonly dropsEmptyImps: boolean;
  /** Results write analytics tags and reasons for seatnonbid. */
  readonly reports: boolean;
  readonly messages: {
    noArguments(name: string): string;
    list(name: string, key: string, elements: 'strings' | 'integers'): string;
    wrongElement(key: string, elements: 'strings' | 'integers'): string;
    scalar(key: string, type: 'an integer' | 'a string'): string;
    unknownSchema(name: string): string;
    unknownResult(name: string): string;
    noBidders(name: string): string;
    noConfiguration(name: string): string;
    /** An argument error of a function inside an account's settings. */
    inFunction(name: string, message: string): string;
  };
}

const GO_LISTS: { readonly [name: string]: string } = {
  deviceCountryIn: 'Missing countries argument for deviceCountryIn schema function',
  dataCenterIn: 'Empty datacenter argument in dataCenterIn schema function',
  eidIn: 'Empty sources argument in eidIn schema function',
  gppSidIn: 'Empty GPPSIDs list argument in gppSidIn schema function',
};

const required = (key: string, elements: string): string => `Field '${key}' is required and has to be an array of ${elements}`;

const go: RuleDialect = {
  unknown: '',
  ignoresCase: false,
  regionOfDevice: true,
  defaultPercent: 5,
  evaluatesAllFirst: false,
  drawsCertainties: false,
  hasImpFunctions: false,
  positiveSectionsOnly: true,
  dropsEmptyImps: false,
  reports: false,
  messages: {
    noArguments: (name) => `${name} expects 0 arguments`,
    list: (name, key, elements) => GO_LISTS[name] ?? required(key, elements),
    wrongElement: (key, elements) => `cannot decode ${key}: expected an array of ${elements}`,
    scalar: (key, type) => `cannot decode ${key}: expected ${type}`,
    unknownSchema: (name) => `Schema function ${name} was not created`,
    unknownResult: (name) => `result function ${name} was not created`,
    noBidders: (name) => `${name} requires at least one bidder to be specified`,
    noConfiguration: (name) => `${name} requires at least one bidder to be specified`,
    inFunction: (_, message) => message,
  },
};

const java: RuleDialect = {
  unknown: 'undefined',
  ignoresCase: true,
  regionOfDevice: false,
  defaultPercent: undefined,
  evaluatesAllFirst: true,
  drawsCertainties: true,
  hasImpFunctions: true,
  positiveSectionsOnly: false,
  dropsEmptyImps: true,
  reports: true,
  messages: {
    noArguments: () => 'No arguments allowed',
    list: (_, key, elements) => required(key, elements),
    wrongElement: required,
    scalar: (key, type) => `Field '${key}' is required and has to be ${type}`,
    unknownSchema: (name) => `Invalid schema function: ${name}`,
    unknownResult: (name) => `Invalid result function: ${name}`,
    noBidders: () => `'bidders' field is required`,
    noConfiguration: () => 'Configuration is required, but not provided',
    inFunction: (name, message) => `Function '${name}' configuration is invalid: ${message}`,
  },
};

export const RULE_DIALECTS = { go, java } as const;
