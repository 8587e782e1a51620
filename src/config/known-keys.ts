/** Every key a host may set: our options, plus those of its variant. */

import { ACTIVITY_NAMES } from './account-privacy.ts';
import { GO_RULES, LIFETIMES } from './go/rules.ts';
import { hostOptions } from './host-options.ts';
import { addAlias, addKey, type KeyNode, newNode, nodeAt, treeOf } from './input/key-tree.ts';
import { addRuleKeys, type Rule, type Target } from './input/rewrite.ts';
import { BIDDER_RULES } from './java/bidders.ts';
import { addModuleKeys } from './java/modules.ts';
import { OPTION_RULES } from './java/options.ts';
import { STORE_KEYS, STORE_RULES } from './java/stores.ts';
import type { Variant } from './rule-set.ts';

/** A key without effect in the Java variant that is an option in the Go variant, in any case and as a variable. */
const OWN_IN_GO = 'datacenter';

const JAVA_RULES: readonly Rule[] = [...BIDDER_RULES, ...STORE_RULES, ...OPTION_RULES];

/** Rules of both variants: our file may contain keys of either. Those of the host's own variant come first. */
export function rulesOf(variant: Variant): readonly Rule[] {
  return variant === 'java'
    ? [...JAVA_RULES, ...GO_RULES.filter((rule) => !LIFETIMES.includes(rule))]
    : [...GO_RULES, ...JAVA_RULES.filter(({ key }) => key !== OWN_IN_GO)];
}

/** The key of the Java variant for an option: its other name there, else its own in kebab-case, as that variant writes all keys. */
export function keyIn(variant: Variant, option: string): string | undefined {
  if (variant !== 'java') return undefined;
  const isTarget = (target: string | Target): boolean => (typeof target === 'string' ? target : target.option) === option;
  const rules = JAVA_RULES.filter(({ key, to = [] }) => key !== option && to.some(isTarget));
  const theirs = (rules.find(({ as }) => as === undefined) ?? rules[0])?.key ?? option;
  const steps = theirs.split('.');
  return steps.map((step, i) => (steps[i - 1] === 'adapters' ? step : step.replaceAll('_', '-'))).join('.');
}

/** Other names of options and groups, earlier ones of ours among them. */
const ALIASES: readonly (readonly [path: string, name: string])[] = [
  ['auction_timeout_ms', 'auction_timeouts_ms'],
  ['bidders', 'adapters'],
  ['analytics.file.retry.most_ms', 'max_ms'],
  ['bidder_request_members', 'bidder_request_fields'],
  ['blocklisted_accounts', 'blocked_accounts'],
  ['blocklisted_apps', 'blocked_apps'],
  ['loose_types', 'coerce_types'],
  ['settings.targeting.warn_of_cut_keys', 'warn_of_truncated_keys'],
  ['taps.total_bytes', 'total_queue_bytes'],
  ['tracing.retry.most_ms', 'max_ms'],
  ['adapters.<name>.usersync.cookie_family_name', 'key'],
  ['adapters.<name>.usersync.iframe.uid_macro', 'user_macro'],
  ['adapters.<name>.usersync.redirect.uid_macro', 'user_macro'],
];

const DEFAULTS = 'account_defaults';
/** Keys of account settings whose values are not checked here: they match in any spelling. */
const UNCHECKED: readonly string[] = ['banner', 'video-instream', 'video-outstream', 'audio', 'native', '*'].map(
  (type) => `${DEFAULTS}.bidadjustments.mediatype.${type}`,
);

/** Adds the names of activities to their map: they match in any spelling. */
function addActivities(tree: KeyNode): void {
  const path = `${DEFAULTS}.privacy.allowactivities`;
  const activity = nodeAt(tree, `${path}.<name>`);
  if (activity) for (const name of ACTIVITY_NAMES) addKey(tree, `${path}.${name}`, activity);
}

/** The plan of accounts has the keys of the host's: the schema of accounts leaves it unchecked. */
function addAccountPlan(tree: KeyNode): void {
  const plan = nodeAt(tree, 'hooks.default_account_execution_plan');
  if (plan) nodeAt(tree, `${DEFAULTS}.hooks`)?.children.set('executionplan', { name: 'execution_plan', node: plan });
}

/** Only reading settings needs them: 600 KB that a running host does not retain. */
const trees = new Map<Variant, WeakRef<KeyNode>>();

/** The key tree for hosts of a variant, built again if it was released meanwhile. */
export function knownKeys(variant: Variant): KeyNode {
  const made = trees.get(variant)?.deref();
  if (made) return made;
  const tree = treeOf(hostOptions);
  for (const [path, name] of ALIASES) addAlias(tree, path, name);
  addActivities(tree);
  addAccountPlan(tree);
  addModuleKeys(tree);
  addRuleKeys(tree, rulesOf(variant));
  for (const key of [...STORE_KEYS, ...UNCHECKED]) addKey(tree, key, newNode('open'));
  trees.set(variant, new WeakRef(tree));
  return tree;
}
