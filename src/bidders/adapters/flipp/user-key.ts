/** The key by which the exchange knows the user. */
import { z } from 'zod';
import { toBits } from '#src/privacy/bits.ts';
import type { AdapterEnv, SharedRequest } from '../../bidder.ts';
import { readerOf } from '../../kit/reader.ts';
import type { Params } from './params.ts';

const readRequestExt = readerOf(z.object({ transmitEids: z.boolean() }));

/** The user's id, else the publisher's key if it may be used, else a random one. */
export const userKey = (request: SharedRequest, params: Params, env: AdapterEnv, coreOf: CoreOf): string =>
  request.user?.id || (params.userKey && isPermitted(request, coreOf) ? params.userKey : env.uuid());

/** The part of a consent string that names the purposes. */
export type CoreOf = (consent: string) => string;

function isPermitted({ regs, ext, user }: SharedRequest, coreOf: CoreOf): boolean {
  if (regs?.coppa === 1 || regs?.gdpr === 1) return false;
  const found = readRequestExt(ext ?? null);
  if ('value' in found && found.value.transmitEids === false) return false;
  return allowsProfile(coreOf(user?.consent ?? ''));
}

/** Offset of purpose 4 in TCF strings, by version. */
const PURPOSE_4: { readonly [version: number]: number } = { 1: 135, 2: 155 };

/** TCF purpose 4 (select personalised advertising); a string that cannot be read permits it. */
function allowsProfile(consent: string): boolean {
  const bits = toBits(consent);
  const offset = bits && PURPOSE_4[bits.uint(0, 6)];
  return !bits || offset === undefined || bits.length <= offset || bits.bit(offset);
}
