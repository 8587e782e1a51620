/** The host's default request, read once at start; content that is no request stops the start. */
import { readFile } from 'node:fs/promises';
import type { HostConfig } from '#src/config/schema.ts';
import { decodeRequest } from '#src/wire/decode.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Ext } from '#src/wire/ext.ts';
import { copyJson, isObject } from '#src/wire/merge.ts';
import { toInner } from '#src/wire/rename.ts';

/** @returns the request with our word inside; undefined where none is configured */
export async function loadDefaultRequest({
  default_request: { type, file },
}: Pick<HostConfig, 'default_request'>): Promise<Ext | undefined> {
  if (type !== 'file') return undefined;
  try {
    const request: unknown = JSON.parse(await readFile(file.name, 'utf8'));
    if (!isObject(request)) throw new Error('not an object');
    toInner(request);
    const decoded = decodeRequest(copyJson(request));
    if ('error' in decoded) throw new Error(decoded.error);
    return request;
  } catch (cause) {
    throw new Error(`default_request.file.name: ${file.name} cannot be used: ${errorMessage(cause)}`, { cause });
  }
}
