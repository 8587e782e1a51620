/** The string formats of params. */

const HOST_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const HOSTNAME = new RegExp(`^${HOST_LABEL}(?:\\.${HOST_LABEL})*$`);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isHostname = (value: string): boolean => value.length < 256 && HOSTNAME.test(value);
export const isUuid = (value: string): boolean => UUID.test(value);

/** By name; an unknown format is not checked. */
export const FORMATS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['hostname', isHostname],
  ['uuid', isUuid],
]);
