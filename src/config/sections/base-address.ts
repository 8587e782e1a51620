/** An address to which paths are appended. */
import { z } from 'zod';

/** Without its trailing slashes: `//event` would be another path than `/event`. */
export const baseAddress = () => z.string().overwrite((address) => address.replace(/\/+$/, ''));
