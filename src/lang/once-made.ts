/** The result of one call for all callers; after a failure the next caller makes another call. */
export function onceMade<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    if (made) return made;
    const making = make();
    made = making;
    making.catch(() => {
      made = undefined;
    });
    return making;
  };
}
