/** Results of a function for keys or objects that repeat. */

/** More keys than are expected to repeat. */
const MAX_KEYS = 1000;

/**
 * The function with one result per key, which all callers share. Beyond `max` keys all results are forgotten, so that keys of callers'
 * own choice take limited memory.
 */
export function memo<Key, Value extends NonNullable<unknown>>(make: (key: Key) => Value, max = MAX_KEYS): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      if (made.size >= max) made.clear();
      made.set(key, value);
    }
    return value;
  };
}

/** The function with one result per object, as long as the object lives: for what is compiled from settings, requests or rules. */
export function memoByObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined || made.has(key)) return known as Value;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
