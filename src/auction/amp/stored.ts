/** The stored request an AMP page names with `tag_id`: fetched, read, and held to what AMP needs of it. */
import type { Ext } from '#src/wire/ext.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { Found, Services } from '../services.ts';
import { parseObject } from '../validate/parse.ts';
import { storageTimeout } from '../validate/stored-ids.ts';
import { AMP_TEXTS } from './texts.ts';

const MACRO = '{{UUID}}';
const NOTHING: Ext = {};

/** The step: the stored text becomes `auction.body`; its word for our extensions is the answer's. Waits only where the store does. */
export function fetchAmpRequest(auction: Auction, services: Services): void | Promise<void> {
  const id = auction.intake.amp?.tagId ?? '';
  auction.intake.storageTimeoutMs = storageTimeout(NOTHING, services.config.rules);
  const found = services.stored.find('amp', [id], auction.intake.storageTimeoutMs, undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => keep(auction, services, id, later));
  keep(auction, services, id, found);
}

function keep(auction: Auction, { dialect: { amp } }: Services, id: string, { texts, errors, missing }: Found): void {
  const text = texts.get(id);
  if (text === undefined) {
    auction.refusal = invalid(...(missing || errors.length === 0 ? [AMP_TEXTS.unknownTagId(id)] : amp.storedFailed(errors)));
    return;
  }
  const parsed = parseObject(text);
  if ('error' in parsed) {
    auction.refusal = invalid(...amp.storedFailed([amp.storedUnreadable(id, parsed.error)]));
    return;
  }
  auction.body = parsed.value;
  if (parsed.met) auction.word = 'prebid';
}

/** Why the stored request cannot serve an AMP page. */
export function ampRequestFault({ imp: imps, app, dooh }: Ext, tagId: string): string | undefined {
  const count = Array.isArray(imps) ? imps.length : 0;
  if (count === 0) return AMP_TEXTS.noImps(tagId);
  if (count > 1) return AMP_TEXTS.manyImps(tagId, count);
  if (app !== undefined && app !== null) return AMP_TEXTS.app;
  return dooh === undefined || dooh === null ? undefined : AMP_TEXTS.dooh;
}

/** The step. */
export function checkAmpRequest(auction: Auction): void {
  const fault = ampRequestFault(auction.body, auction.intake.amp?.tagId ?? '');
  if (fault !== undefined) auction.refusal = invalid(fault);
}

/** The id the auction gets: a new one on hosts that make ids; a macro in it is replaced (the specification's ID rules). */
export function ampRequestId(id: string, generate: boolean, uuid: () => string): string {
  if (generate) return uuid();
  return id.includes(MACRO) ? id.replaceAll(MACRO, uuid) : id;
}
