/** `auctor rules`: prints the rule sets of an account as decision trees. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { settingsOf } from '#src/modules/codes.ts';
import { isRuleFormat, type RuleFormat } from '#src/modules/rule-engine/compilers.ts';
import { decisionTrees } from '#src/modules/rule-engine/decision-tree.ts';
import { toMermaid, toOutline } from '#src/modules/rule-engine/draw-tree.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type Command, EXIT, UsageError, usageOf } from '../command.ts';

const CODES = ['prebid.rulesengine', 'pb-rule-engine'];
/** What settings of the rule engine contain, as either variant spells it. */
const SETS = ['enabled', 'rulesets', 'ruleSets'];
const USAGE = 'FILE [--mermaid] [--format go|java]';

interface Arguments {
  readonly file: string;
  readonly mermaid: boolean;
  /** Undefined: by the spelling of the settings. */
  readonly format: RuleFormat | undefined;
}

function argumentsOf(given: readonly string[]): Arguments {
  const options = { mermaid: { type: 'boolean' }, format: { type: 'string' } } as const;
  const { values, positionals } = usageOf(() => parseArgs({ args: [...given], allowPositionals: true, options }));
  const [file, ...others] = positionals;
  const { mermaid = false, format } = values;
  if (file === undefined || others.length > 0) throw new UsageError(`usage: auctor rules ${USAGE}`);
  if (format !== undefined && !isRuleFormat(format)) throw new UsageError('--format must be go or java');
  return { file, mermaid, format };
}

/** The settings of accounts without own ones in a host's file, of either variant; another file is an account, or holds the rules alone. */
function accountIn(read: Ext): Ext {
  const { account_defaults: defaults, settings } = read;
  if (isObject(defaults)) return defaults;
  const ofJava = isObject(settings) ? settings['default-account-config'] : undefined;
  const account: unknown = typeof ofJava === 'string' ? parse(ofJava) : ofJava;
  return isObject(account) ? account : read;
}

/** The module's settings in a file that holds them alone, or an account or host that contains them. */
function rulesIn(file: string): Ext {
  const read: unknown = parse(readFileSync(file, 'utf8'));
  if (!isObject(read)) throw new Error(`${file}: no settings`);
  const account = accountIn(read);
  const { hooks } = account;
  const modules = isObject(hooks) ? hooks['modules'] : undefined;
  const own = isObject(modules) ? settingsOf(modules, CODES) : account === read && SETS.some((key) => key in read) ? read : undefined;
  if (!own) throw new Error(`${file}: the account has no settings of the rule engine`);
  return own;
}

const rules: Command = {
  summary: 'print the rule sets of an account as decision trees',
  usage: USAGE,
  async run(given) {
    const { file, mermaid, format } = argumentsOf(given);
    try {
      const settings = rulesIn(file);
      const trees = decisionTrees(settings, format ?? ('ruleSets' in settings ? 'java' : 'go'));
      console.log(mermaid ? toMermaid(trees) : toOutline(trees) || 'no rule set is enabled');
      return EXIT.good;
    } catch (cause) {
      console.error(errorMessage(cause));
      return EXIT.errors;
    }
  },
};

export default rules;
