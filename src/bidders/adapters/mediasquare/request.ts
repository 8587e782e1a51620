/** The body of the call. */

import type { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { object, string } from '#src/json/values.ts';
import type { SharedRequest } from '../../bidder.ts';
import { field } from '../../kit/decode.ts';
import type { Lenient } from '../../kit/reader.ts';
import type { Group, RequestContext } from '../../kit/spec.ts';
import { codeOf } from './code.ts';
import type { params } from './params.ts';

type Imps = Group<Lenient<z.input<typeof params>>>;

export function toBody(imps: Imps, context: RequestContext): object {
  const { device, app, site, user, test } = context.request;
  return {
    ...sharedBody(imps, context.request, consentOf(user)),
    pbjs: test === 1 ? 'prebid-test-version' : context.builder.env.version || 'n/a',
    tech: { device, app, site, user },
    user_uid: user?.buyeruid ?? '',
  };
}

export function toJavaBody(imps: Imps, { request }: RequestContext): object {
  const { device, app, user } = request;
  return { ...sharedBody(imps, request, user?.consent ?? ''), tech: { device, app } };
}

function sharedBody(imps: Imps, { id, regs, test }: SharedRequest, consent: string): object {
  return {
    codes: imps.length > 0 ? imps.map((item) => codeOf(item, id)) : null,
    gdpr: { consent_required: regs?.gdpr === 1, consent_string: consent },
    type: 'pbs',
    dsa: field(object(regs?.ext), 'dsa') ?? undefined,
    test: test === 1,
  };
}

/** `user.consent`, else `consent` of the extension, else its `gdpr` of any kind. */
function consentOf(user: SharedRequest['user']): string {
  const ext = object(user?.ext);
  const gdpr = field(ext, 'gdpr') ?? '';
  return user?.consent || string(field(ext, 'consent')) || (isObject(gdpr) ? JSON.stringify(gdpr) : String(gdpr));
}
