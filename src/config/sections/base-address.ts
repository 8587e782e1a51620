/** An address to which paths are appended. */
import { z } from 'zod';
import { trimEndCharacters } from '#src/lang/trim.ts';

/** Without its trailing slashes: `//event` would be another path than `/event`. */
export const baseAddress = () => z.string().overwrite((address) => trimEndCharacters(address, '/'));
