/** Privacy settings of an account: activities, transparency of ads, masks of addresses. */
import { z } from 'zod';
import { recordOf } from './schema-parts.ts';

const activityRule = z.object({
  /** All must match, each by any of its values; a rule without a condition always matches. */
  condition: z
    .object({
      componentName: z.array(z.string()).optional(),
      componentType: z.array(z.string()).optional(),
      gppSid: z.array(z.int()).optional(),
      geo: z.array(z.string()).optional(),
      gpc: z.string().optional(),
    })
    .optional(),
  /** The result if the rule matches. Default: allow. */
  allow: z.boolean().optional(),
  /** Instead of a condition: privacy modules to evaluate, by code; a trailing `*` matches any suffix (Java variant). */
  privacyreg: z.array(z.string()).optional(),
});
/** Activities, with the other names of the Java variant. */
export const ACTIVITY_NAMES: readonly string[] =
  'syncUser fetchBids callBidder enrichUfpd modifyUfpd reportAnalytics transmitUfpd transmitEids transmitPreciseGeo transmitGeo transmitUniqueRequestIds transmitTid'.split(
    ' ',
  );
const activity = z.object({ default: z.boolean().optional(), rules: z.array(activityRule).optional() });
export type ActivitySettings = z.infer<typeof activity>;

export const privacy = z.object({
  /** Activity controls of user data: per activity, rules in order, then the default. */
  allowactivities: recordOf(ACTIVITY_NAMES, activity).optional(),
  /** Default of `regs.ext.dsa`; with `gdpr_only` only if the GDPR applies. */
  dsa: z
    .object({ default: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(), gdpr_only: z.boolean().default(false) })
    .prefault({}),
  /** Bits retained when an address is masked. */
  ipv6: z.object({ anon_keep_bits: z.int().default(56) }).prefault({}),
  /** Bits retained when an address is masked. */
  ipv4: z.object({ anon_keep_bits: z.int().default(24) }).prefault({}),
  privacysandbox: z
    .object({
      /** Domain of browsing topics in `user.data`; empty: topics are ignored. */
      topicsdomain: z.string().default(''),
      /** Read Chrome's label for the phase-out of cookies, and request it with a cookie. */
      cookiedeprecation: z.object({ enabled: z.boolean().default(false), ttl_sec: z.int().default(604800) }).prefault({}),
    })
    .prefault({}),
  /** Privacy modules for rules (`privacyreg`). */
  modules: z
    .array(
      z.object({
        /** Module: `iab.usgeneral`, `iab.uscustomlogic`. */
        code: z.string(),
        /** False: disabled. */
        enabled: z.boolean().default(true),
        /** Percentage of requests that skip it. */
        skipRate: z.number().default(0),
        /** Settings of the module. */
        config: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .default([]),
});
