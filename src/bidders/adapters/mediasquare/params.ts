/** The params of an imp. */
import { z } from 'zod';

export const params = z.object({ owner: z.string().min(1), code: z.string().min(1) });
