/** The native request (Dynamic Native Ads 1.2 §4): JSON inside `imp.native.request`, parsed and serialized by its shapes. */

import { KINDS, type Kind, listOf, objectOf, shapeError } from '#src/json/checks.ts';
import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import { nestsDeeper } from '#src/json/nesting.ts';
import { malformedObject } from '#src/json/parse.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from './ext.ts';

export interface NativeRequest {
  ver?: string;
  context?: number;
  contextsubtype?: number;
  plcmttype?: number;
  assets?: NativeAsset[];
  eventtrackers?: NativeEventTracker[];
  [field: string]: unknown;
}

export interface NativeAsset {
  id?: number;
  title?: { len?: number };
  img?: { type?: number; w?: number; wmin?: number; h?: number; hmin?: number };
  video?: { mimes?: string[]; minduration?: number; maxduration?: number; protocols?: number[] };
  data?: { type?: number; len?: number };
}

export interface NativeEventTracker {
  event?: number;
  methods?: number[];
}

/** `name[[]]:type` in serialization order; type `i` integer, `s` string, `j` anything, else a shape. */
const lines = {
  Request: `ver:s layout:i adunit:i context:i contextsubtype:i plcmttype:i plcmtcnt:i seq:i assets[]:Asset aurlsupport:i
    durlsupport:i eventtrackers[]:EventTracker privacy:i ext:j`,
  Asset: 'id:i required:i title:Title img:Image video:Video data:Data ext:j',
  Title: 'len:i ext:j',
  Image: 'type:i w:i wmin:i h:i hmin:i mimes[]:s ext:j',
  Video: 'mimes[]:s minduration:i maxduration:i protocols[]:i ext:j',
  Data: 'type:i len:i ext:j',
  EventTracker: 'event:i methods[]:i ext:j',
} as const;

type ShapeName = keyof typeof lines;

interface NativeField {
  readonly name: string;
  readonly kind: Kind;
  readonly shape: ShapeName | undefined;
}

const isShape = (type: string): type is ShapeName => type in lines;

function toField(line: string): NativeField {
  const [label = '', type = ''] = line.split(':');
  const list = label.endsWith('[]');
  const shape = isShape(type) ? type : undefined;
  const item = shape ? kindOf(shape) : KINDS[type as 'i' | 's' | 'j'];
  return { name: list ? label.slice(0, -2) : label, kind: list ? listOf(item) : item, shape };
}

const fieldsOf = (shape: ShapeName): readonly NativeField[] => lines[shape].split(/\s+/).map(toField);
const kindOf = (shape: ShapeName): Kind => objectOf(() => new Map(fieldsOf(shape).map(({ name, kind }) => [name, kind])));

const SHAPES = Object.fromEntries(Object.keys(lines).map((name) => [name, fieldsOf(name as ShapeName)])) as {
  readonly [shape in ShapeName]: readonly NativeField[];
};
const REQUEST = kindOf('Request');

/** The JSON as a type-checked native request; or the decoder's message. */
export function readNativeRequest(json: string): Result<NativeRequest> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    return { error: malformedObject(json, cause) };
  }
  if (value === null) return { value: {} };
  if (nestsDeeper(value)) return { error: 'exceeded max depth' };
  const error = REQUEST.check(value, {}, '', false);
  return error ? { error: shapeError(error, 'request') } : { value: value as NativeRequest };
}

/** The native request as JSON, known fields in the order of the shapes, others after them. */
export const writeNativeRequest = (request: NativeRequest): string => JSON.stringify(inOrder(request, 'Request'));

function inOrder(value: Ext, shape: ShapeName): Ext {
  const ordered: Ext = {};
  for (const { name, shape: nested } of SHAPES[shape]) {
    const field = value[name];
    if (field === undefined) continue;
    if (nested && Array.isArray(field)) ordered[name] = field.map((item: unknown) => (isObject(item) ? inOrder(item, nested) : item));
    else ordered[name] = nested && isObject(field) ? inOrder(field, nested) : field;
  }
  for (const name in value) if (!(name in ordered) && !isUnsafeKey(name)) ordered[name] = value[name];
  return ordered;
}
