/** An address to which paths are appended. */
import { z } from 'zod';

/** Without its trailing slashes: `//event` would be another path than `/event`. */
export const baseAddress = () => z.string().overwrite(withoutSlashes);

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}
