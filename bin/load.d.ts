export function bundleLoader(folder: string): (name?: string) => unknown;
