/**
 * Modules of the program that code loads by their paths (adapters, analytics modules, modules with hooks), as functions that return them.
 * Empty unless the program runs from a bundle: `.ci/bundle.ts` fills it.
 */
export const BUNDLED: ReadonlyMap<string, () => unknown> = new Map();

/** The folder of the bundle's files; undefined: the program runs from its sources. */
export const BUNDLE_FOLDER: string | undefined = undefined;
