import type { Rendered } from './source.ts';

/** An event on its way to clients, and stored afterwards. */
export type Entry = Readonly<Omit<Rendered, Stored>> & Pick<Rendered, Stored>;

type Stored = 'encoded' | 'messages';
