/** The value at a path of keys and list indexes; undefined if there is none. */
export const valueAt = (settings: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as { [key: PropertyKey]: unknown })[key] : undefined),
    settings,
  );
