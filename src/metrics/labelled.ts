/** Handles by label value, each created on first use and stored: an event costs one lookup. */

/** @param make the handle of one value */
export function byLabel<Handle>(make: (value: string) => Handle): (value: string) => Handle {
  const made = new Map<string, Handle>();
  return (value) => {
    let handle = made.get(value);
    if (handle === undefined) {
      handle = make(value);
      made.set(value, handle);
    }
    return handle;
  };
}

/** The same for values from callers: beyond `max` values, all further ones share the handle of `other`. */
export function byBoundedLabel<Handle>(max: number, make: (value: string) => Handle): (value: string) => Handle {
  const made = new Map<string, Handle>();
  return (value) => {
    const name = made.has(value) || made.size < max ? value : 'other';
    let handle = made.get(name);
    if (handle === undefined) {
      handle = make(name);
      made.set(name, handle);
    }
    return handle;
  };
}
