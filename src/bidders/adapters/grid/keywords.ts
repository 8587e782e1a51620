/** Keywords of request, params, user and site as `request.ext.keywords`: sections `user` and `site`, each with segments by publisher. */
import { isObject } from '#src/json/merge.ts';
import { list, object } from '#src/json/values.ts';
import type { Ext, RequestExt } from '#src/openrtb/ext.ts';
import type { SharedRequest } from '../../bidder.ts';
import { field } from '../../kit/decode.ts';
import { without } from '../../kit/objects.ts';

interface Segment {
  readonly name: string;
  readonly value: string;
}
interface Item {
  readonly name: string;
  readonly segments: readonly Segment[];
}
type Publishers = Map<string, readonly Item[]>;

const SECTIONS = ['user', 'site'] as const;

/** `request.ext` with the keywords; undefined if it is empty. */
export function withKeywords(request: SharedRequest): RequestExt | undefined {
  const ext = object(request.ext);
  const [first] = request.imp;
  const ofRequest = object(ext['keywords']);
  const ofParams = object(field(object(object(first?.ext)['bidder']), 'keywords'));
  const keywords: Ext = { ...without(ofRequest, 'user', 'site') };
  for (const section of SECTIONS) {
    const publishers: Publishers = new Map();
    addKeywords(publishers, request[section]?.keywords ?? '');
    addSection(publishers, ofParams[section]);
    addSection(publishers, ofRequest[section]);
    if (publishers.size > 0) keywords[section] = Object.fromEntries(publishers);
  }
  const others = without(ext, 'keywords');
  const made = Object.keys(keywords).length > 0 ? { ...others, keywords } : others;
  return Object.keys(made).length > 0 ? (made as RequestExt) : undefined;
}

/** Earlier sources come first. */
function add(publishers: Publishers, publisher: string, items: readonly Item[]): void {
  if (items.length > 0) publishers.set(publisher, [...(publishers.get(publisher) ?? []), ...items]);
}

function addKeywords(publishers: Publishers, keywords: string): void {
  const segments = keywords.split(',').flatMap((value) => (value === '' ? [] : [{ name: 'keywords', value }]));
  if (segments.length > 0) add(publishers, 'ortb2', [{ name: 'keywords', segments }]);
}

function addSection(publishers: Publishers, section: unknown): void {
  for (const [publisher, items] of Object.entries(object(section))) add(publishers, publisher, list(items).flatMap(toItem));
}

/** Segments as they are, then each list of texts as segments of its name. */
function toItem(value: unknown): Item[] {
  const item = object(value);
  const { name } = item;
  if (typeof name !== 'string') return [];
  const segments = list(item['segments']).flatMap(toSegment);
  for (const key of Object.keys(item).sort()) {
    for (const entry of list(item[key])) if (typeof entry === 'string') segments.push({ name: key, value: entry });
  }
  return segments.length > 0 ? [{ name, segments }] : [];
}

function toSegment(value: unknown): Segment[] {
  if (!isObject(value)) return [];
  const { name, value: own } = value;
  return typeof name === 'string' && typeof own === 'string' ? [{ name, value: own }] : [];
}
