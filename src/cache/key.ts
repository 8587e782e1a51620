/** Cache ids with their origin: `<account>-<datacenter>-<truncated uuid>`. */

/** Length of every id, custom or not. */
const ID_LENGTH = 36;
const MAX_DATACENTER = 4;

/** The id prefixed with its account and datacenter; undefined if they leave no room for randomness. */
export function tracedId(uuid: string, accountId: string | undefined, datacenter: string): string | undefined {
  if (!accountId) return undefined;
  const place = datacenter === '' ? '' : `${datacenter.slice(0, MAX_DATACENTER)}-`;
  const start = `${accountId}-${place}`;
  return start.length < ID_LENGTH ? `${start}${uuid.slice(0, ID_LENGTH - start.length)}` : undefined;
}
