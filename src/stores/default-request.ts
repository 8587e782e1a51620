/** The host's default request, loaded once at startup; invalid content stops the startup. */
import { readFile } from 'node:fs/promises';
import type { HostConfig } from '#src/config/schema.ts';
import { copyJson, isObject } from '#src/json/merge.ts';
import { withoutMark } from '#src/lang/byte-order-mark.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { decodeRequest } from '#src/openrtb/decode.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';

/** @returns the request with our extension key; undefined if none is configured */
export async function loadDefaultRequest({
  default_request: { type, file },
}: Pick<HostConfig, 'default_request'>): Promise<Ext | undefined> {
  if (type !== 'file') return undefined;
  try {
    const request: unknown = JSON.parse(withoutMark(await readFile(file.name, 'utf8')));
    if (!isObject(request)) throw new Error('not an object');
    normaliseExt(request);
    const decoded = decodeRequest(copyJson(request));
    if ('error' in decoded) throw new Error(decoded.error);
    return request;
  } catch (cause) {
    throw new Error(`default_request.file.name: ${file.name} is invalid: ${errorMessage(cause)}`, { cause });
  }
}
