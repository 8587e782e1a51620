import type { Rendered } from './source.ts';

/** An event on its way to clients. */
export type Entry = Readonly<Omit<Rendered, 'encoded'>> & Pick<Rendered, 'encoded'>;
