/** Comparison of a case's HTTP response (README 6.1, 6.2). */
import type { LightMyRequestResponse } from 'fastify';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstDifference, neutral } from '../compare.ts';
import { bodyDifference } from './body-match.ts';
import type { Case } from './case.ts';
import { at, fieldsDifference, withOneExtKey } from './equality.ts';

const PRODUCT_HEADER = 'x-prebid';
const SNIFFED = 'text/plain; charset=utf-8';

/** The body in the cases' extension key. */
const parse = (json: string): unknown => {
  try {
    return withOneExtKey(JSON.parse(json));
  } catch {
    return undefined;
  }
};

/** First difference between the expected and the actual response. */
export function responseDifference(one: Case, response: LightMyRequestResponse): string | undefined {
  const { expect } = one;
  if (expect['status'] !== undefined && expect['status'] !== response.statusCode) {
    return `status: wanted ${String(expect['status'])}, made ${response.statusCode}: ${response.body.slice(0, 300)}`;
  }
  return messageDifference(expect, response.body) ?? headerDifference(expect, response) ?? contentDifference(one, response);
}

function messageDifference(expect: Ext, body: string): string | undefined {
  const made = neutral(body.replace(/\s+$/, ''));
  const wanted = (name: string): string | undefined =>
    typeof expect[name] === 'string' ? neutral(expect[name].replace(/\s+$/, '')) : undefined;
  // Of a decoder's own message only the beginning is compared (README 2.4).
  const contains = expect['errorIsDecoderText'] === true ? undefined : (wanted('errorContains') ?? wanted('bodyContains'));
  if (contains !== undefined && !made.includes(contains)) return `body: wanted to contain ${contains}, made ${made}`;
  const equals = wanted('errorEquals') ?? wanted('bodyText');
  if (equals !== undefined && made !== equals) return `body: wanted ${equals}, made ${made}`;
  const prefix = wanted('errorPrefix');
  if (prefix !== undefined && !made.startsWith(prefix)) return `body: wanted to start with ${prefix}, made ${made}`;
  return undefined;
}

function headerDifference(expect: Ext, response: LightMyRequestResponse): string | undefined {
  const value = (name: string): string | undefined => {
    const header = response.headers[name.toLowerCase()];
    return header === undefined ? undefined : Array.isArray(header) ? header.join(', ') : String(header);
  };
  if (expect['serverHeader'] === true && !value(PRODUCT_HEADER)) return 'the identification header is missing';
  for (const [name, wanted] of Object.entries((expect['headers'] ?? {}) as Ext)) {
    if (name.toLowerCase() === PRODUCT_HEADER) continue;
    const made = value(name);
    // A content type that the recorded server leaves to sniffing is text.
    const isSniffed = name.toLowerCase() === 'content-type' && made === SNIFFED;
    if (wanted === null && made !== undefined && !isSniffed) return `header ${name}: wanted absent, made ${made}`;
    if (typeof wanted === 'string' && made?.toLowerCase() !== wanted.toLowerCase()) return `header ${name}: wanted ${wanted}, made ${made}`;
    const all = (wanted as { containsAll?: string[] } | null)?.containsAll ?? [];
    const parts = (made ?? '').split(',').map((part) => part.trim().toLowerCase());
    if (!all.every((part) => parts.includes(part.toLowerCase()))) return `header ${name}: wanted ${all.join(', ')}, made ${made}`;
  }
  return cookieDifference(expect, response);
}

/** Whether a time is that many days from now, within a minute; undefined days: any. */
const expires = (time: unknown, days: unknown): boolean =>
  days === undefined || Math.abs(new Date(time as string).getTime() - Date.now() - Number(days) * 86_400_000) < 60_000;

/** `setCookie`: name → attributes; values are base64 JSON. */
function cookieDifference(expect: Ext, response: LightMyRequestResponse): string | undefined {
  for (const [name, wanted] of Object.entries((expect['setCookie'] ?? {}) as Record<string, Ext>)) {
    const made = response.cookies.find((cookie) => cookie.name === name) as Ext | undefined;
    if (!made) return `cookie ${name} is not set`;
    if (wanted['domain'] !== undefined && made['domain'] !== wanted['domain']) return `cookie ${name}: domain ${String(made['domain'])}`;
    if (wanted['maxAge'] !== undefined && made['maxAge'] !== wanted['maxAge']) return `cookie ${name}: maxAge ${String(made['maxAge'])}`;
    if (!expires(made['expires'], wanted['expiresInDays'])) return `cookie ${name}: expires ${String(made['expires'])}`;
    const decoded = parse(Buffer.from(String(made['value']), 'base64url').toString('utf8')) as Ext | undefined;
    const differs =
      wanted['decoded'] === undefined
        ? undefined
        : firstDifference(wanted['decoded'], decoded, { superset: true, emptyIsAbsent: true }, `cookie ${name}`);
    if (differs) return differs;
    for (const [uid, value] of Object.entries((wanted['decodedUids'] ?? {}) as Record<string, unknown>)) {
      const found = at(decoded, `/tempUIDs/${uid}/uid`) ?? at(decoded, `/uids/${uid}`);
      const text = typeof value === 'object' && value !== null ? (value as Ext)['uid'] : value;
      const inDays = typeof value === 'object' && value !== null ? (value as Ext)['expiresInDays'] : undefined;
      if (!expires(at(decoded, `/tempUIDs/${uid}/expires`), inDays)) return `cookie ${name}: lifetime of ${uid}`;
      if (found !== text) return `cookie ${name}: uid of ${uid} wanted ${String(text)}, made ${String(found)}`;
    }
  }
  return undefined;
}

function contentDifference(one: Case, response: LightMyRequestResponse): string | undefined {
  const { expect } = one;
  if (expect['bodyIsPixelPng'] === true && response.rawPayload.subarray(1, 4).toString('latin1') !== 'PNG') return 'the body is no PNG';
  const made = parse(response.body);
  if (expect['bodyFields']) {
    const found = fieldsDifference(expect['bodyFields'] as Ext, made);
    if (found) return found;
  }
  for (const pointer of (expect['bodyHas'] ?? []) as string[]) if (at(made, pointer) === undefined) return `${pointer} is missing`;
  const pods = ((made as Ext | undefined)?.['adPods'] ?? []) as { targeting?: unknown[] }[];
  if (expect['podCount'] !== undefined && expect['podCount'] !== pods.length)
    return `pods: wanted ${String(expect['podCount'])}, made ${pods.length}`;
  const counts = expect['podTargetingCounts'] as number[] | undefined;
  if (counts) {
    const lengths = pods.map(({ targeting }) => targeting?.length ?? 0);
    if (JSON.stringify(lengths) !== JSON.stringify(counts))
      return `pod targeting counts: wanted ${String(counts)}, made ${String(lengths)}`;
  }
  return expect['body'] === undefined ? undefined : bodyDifference(one, made);
}
