export function versionOf(path: string): string;
export function currentBundle(root: string): string | undefined;
