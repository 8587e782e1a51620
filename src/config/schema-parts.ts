/** Building blocks of schemas. */
import { z } from 'zod';

/** The schema inside defaults and optionals. */
export function unwrap(schema: z.ZodType): z.ZodType {
  let unwrapped = schema;
  while (
    unwrapped instanceof z.ZodDefault ||
    unwrapped instanceof z.ZodPrefault ||
    unwrapped instanceof z.ZodOptional ||
    unwrapped instanceof z.ZodCatch
  ) {
    unwrapped = unwrapped.def.innerType as z.ZodType;
  }
  return unwrapped;
}
