/** The compilers of an account's settings, by the variant whose format they have. */
import type { Ext } from '#src/openrtb/ext.ts';
import { compileGo } from './compile-go.ts';
import { compileJava } from './compile-java.ts';
import type { BidderScopes } from './geoscopes.ts';
import type { Dropped, RuleSet } from './rule-set.ts';

/** @throws RuleError if the settings are invalid */
type Compile = (settings: Ext, scopes: BidderScopes, onDropped?: Dropped) => RuleSet[];

export const COMPILERS: { readonly go: Compile; readonly java: Compile } = { go: compileGo, java: compileJava };

export type RuleFormat = keyof typeof COMPILERS;

/** Whether there is a compiler for the format of this variant. */
export const isRuleFormat = (name: string): name is RuleFormat => Object.hasOwn(COMPILERS, name);
