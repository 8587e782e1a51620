/** Both dialects, and the rules of both variants, for functions that take a part of them. */
import { hostSchema } from '#src/config/schema.ts';
import { chooseDialect } from '#src/dialect/choose.ts';

const [go, java] = [hostSchema.parse({ variant: 'go' }), hostSchema.parse({ variant: 'java' })];

export const dialects = { go: chooseDialect(go), java: chooseDialect(java) } as const;
export const rules = { go: go.rules, java: java.rules } as const;
