/** What is said without waiting: neither for a timer nor for anybody's message. */

/** The result of `work` that settles while only promises are waited for. Fails when it waits for anything else. */
export function atOnce<T>(work: () => T | Promise<T>): Promise<T> {
  const later = new Promise<never>((_, reject) => {
    setImmediate(() => reject(new Error('it waits for a timer or a message')));
  });
  return Promise.race([work(), later]);
}
