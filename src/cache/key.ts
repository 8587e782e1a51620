/** Cache ids with their origin: `<account>-<datacenter>-<truncated uuid>`. */

/** Length of every id, custom or not. */
const ID_LENGTH = 36;
const MAX_DATACENTER = 4;
/** Characters of account and datacenter: more would leave too few random ones, so that ids repeat. */
const MAX_START = ID_LENGTH / 2 - 1;

/** The id prefixed with its account and datacenter; undefined if they leave less than half of it for randomness. */
export function tracedId(uuid: string, accountId: string | undefined, datacenter: string): string | undefined {
  if (!accountId) return undefined;
  const region = datacenter.trim().slice(0, MAX_DATACENTER);
  const place = region === '' ? '' : `${region}-`;
  const start = `${accountId}-${place}`;
  return start.length <= MAX_START ? `${start}${uuid.slice(0, ID_LENGTH - start.length)}` : undefined;
}
