/** Cache ids that tell where they come from: `<account>-<datacenter>-<uuid cut to fit>` (events-cache-stored.md section 6). */

/** Length of every id, custom or not. */
const ID_LENGTH = 36;
const MOST_DATACENTER = 4;

/** The id with its account and datacenter in front; undefined where they leave no room for chance. */
export function tracedId(uuid: string, accountId: string | undefined, datacenter: string): string | undefined {
  if (!accountId) return undefined;
  const place = datacenter === '' ? '' : `${datacenter.slice(0, MOST_DATACENTER)}-`;
  const start = `${accountId}-${place}`;
  return start.length < ID_LENGTH ? `${start}${uuid.slice(0, ID_LENGTH - start.length)}` : undefined;
}
