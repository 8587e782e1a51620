/** Results without waiting for a timer or a message. */

/** The result of `work` that settles with promises only. Fails if it waits for anything else. */
export function atOnce<T>(work: () => T | Promise<T>): Promise<T> {
  const later = new Promise<never>((_, reject) => {
    setImmediate(() => reject(new Error('it waits for a timer or a message')));
  });
  return Promise.race([work(), later]);
}
