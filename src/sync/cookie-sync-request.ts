/** The body of `POST /cookie_sync`. Unknown fields are ignored: browser clients send more. */

import { z } from 'zod';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';

const side = z.object({ bidders: z.unknown().optional(), filter: z.string().nullish() });

const cookieSyncRequest = z.object({
  bidders: z
    .array(
      z
        .string()
        .nullable()
        .transform((name) => name ?? ''),
    )
    .nullish(),
  gdpr: z.int().nullish(),
  gdpr_consent: z.string().nullish(),
  us_privacy: z.string().nullish(),
  gpp: z.string().nullish(),
  gpp_sid: z.string().nullish(),
  limit: z.int().nullish(),
  coopSync: z.boolean().nullish(),
  filterSettings: z.object({ iframe: side.nullish(), image: side.nullish() }).nullish(),
  account: z.string().nullish(),
  debug: z.boolean().nullish(),
});

export type CookieSyncRequest = z.infer<typeof cookieSyncRequest>;

/** The request in a body; `null` counts as empty. */
export function parseCookieSyncRequest(body: string): Result<CookieSyncRequest> {
  const first = body.trimStart()[0];
  if (first !== '{' && !body.trimStart().startsWith('n')) {
    return { error: `JSON parsing failed: expect { or n, but found ${first ?? 'nothing'}` };
  }
  let json: unknown;
  try {
    json = JSON.parse(body) ?? {};
  } catch (cause) {
    return { error: `JSON parsing failed: ${errorMessage(cause)}` };
  }
  const parsed = cookieSyncRequest.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { error: `JSON parsing failed: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` };
}
