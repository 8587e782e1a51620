/** The stored request of an AMP page (`tag_id`): fetched, parsed, and checked against AMP's requirements. */
import type { Ext } from '#src/openrtb/ext.ts';
import type { Auction } from '../../auction.ts';
import { invalid, storedRejection } from '../../rejection.ts';
import type { Services } from '../../services.ts';
import type { Found } from '../../stored-data.ts';
import { DEFAULT_EXT_KEY, parseObject } from '../../validate/parse.ts';
import { storageTimeout } from '../../validate/stored-ids.ts';
import { AMP_MESSAGES } from './messages.ts';

const MACRO = '{{UUID}}';
const NONE: Ext = {};

/** The step: the stored JSON becomes `auction.body`; its extension key is used for the response. Waits only if the store does. */
export function fetchAmpRequest(auction: Auction, services: Services): void | Promise<void> {
  const id = auction.input.amp?.tagId ?? '';
  auction.input.storageTimeoutMs = storageTimeout(NONE, services.config.rules);
  const found = services.stored.find('amp', [id], auction.input.storageTimeoutMs, undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => apply(auction, services, id, later));
  apply(auction, services, id, found);
}

function apply(auction: Auction, { dialect: { amp } }: Services, id: string, { documents, errors, missing, unavailable }: Found): void {
  const json = documents.get(id);
  if (json === undefined) {
    auction.rejection = storedRejection(
      unavailable,
      missing || errors.length === 0 ? [AMP_MESSAGES.unknownTagId(id)] : amp.storedFailed(errors),
    );
    return;
  }
  const parsed = parseObject(json);
  if ('error' in parsed) {
    auction.rejection = invalid(...amp.storedFailed([amp.storedUnreadable(id, parsed.error)]));
    return;
  }
  auction.body = parsed.value;
  auction.extKey = parsed.extKey ?? DEFAULT_EXT_KEY;
}

/** Why the stored request is unsuitable for AMP. */
function ampRequestError({ imp: imps, app, dooh }: Ext, tagId: string): string | undefined {
  const count = Array.isArray(imps) ? imps.length : 0;
  if (count === 0) return AMP_MESSAGES.noImps(tagId);
  if (count > 1) return AMP_MESSAGES.manyImps(tagId, count);
  if (app !== undefined && app !== null) return AMP_MESSAGES.app;
  return dooh === undefined || dooh === null ? undefined : AMP_MESSAGES.dooh;
}

/** The step. */
export function checkAmpRequest(auction: Auction): void {
  const error = ampRequestError(auction.body, auction.input.amp?.tagId ?? '');
  if (error !== undefined) auction.rejection = invalid(error);
}

/** The auction's id: a new one if the host generates ids; a macro in it is replaced. */
export function ampRequestId(id: string, generate: boolean, uuid: () => string): string {
  if (generate) return uuid();
  return id.includes(MACRO) ? id.replaceAll(MACRO, uuid) : id;
}
