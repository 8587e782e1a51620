/** Chooses the dialect of a host, once; an option may choose a single topic otherwise. */
import type { Variant } from '#src/config/rules.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Dialect } from './dialect.ts';
import { GO } from './go/go.ts';
import { JAVA } from './java/java.ts';

const DIALECTS: { readonly [variant in Variant]: Dialect } = { go: GO, java: JAVA };

/** @returns what `variant` stands for, with the topics that `rules` chooses by themselves */
export const chooseDialect = ({ variant, rules }: Pick<HostConfig, 'variant' | 'rules'>): Dialect => ({
  ...DIALECTS[variant],
  fpd: DIALECTS[rules.fpdDialect].fpd,
});
