/** The native request (Dynamic Native Ads 1.2, section 4): a JSON text inside `imp.native.request`, read and written by its shapes. */
import { faultText, KINDS, type Kind, listOf, objectOf } from './checks.ts';
import type { Ext } from './ext.ts';
import { isObject, isUnsafeKey } from './merge.ts';
import { nestsDeeper } from './nesting.ts';

export interface NativeRequest {
  ver?: string;
  context?: number;
  contextsubtype?: number;
  plcmttype?: number;
  assets?: NativeAsset[];
  eventtrackers?: NativeEventTracker[];
  [member: string]: unknown;
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

/** `name[[]]:type` in the order of writing; type `i` whole number, `s` text, `j` anything, else a shape. */
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

interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly shape: ShapeName | undefined;
}

const isShape = (type: string): type is ShapeName => type in lines;

function toMember(line: string): Member {
  const [label = '', type = ''] = line.split(':');
  const list = label.endsWith('[]');
  const shape = isShape(type) ? type : undefined;
  const item = shape ? kindOf(shape) : KINDS[type as 'i' | 's' | 'j'];
  return { name: list ? label.slice(0, -2) : label, kind: list ? listOf(item) : item, shape };
}

const membersOf = (shape: ShapeName): readonly Member[] => lines[shape].split(/\s+/).map(toMember);
const kindOf = (shape: ShapeName): Kind => objectOf(() => new Map(membersOf(shape).map(({ name, kind }) => [name, kind])));

const SHAPES = Object.fromEntries(Object.keys(lines).map((name) => [name, membersOf(name as ShapeName)])) as {
  readonly [shape in ShapeName]: readonly Member[];
};
const REQUEST = kindOf('Request');

/** The text as a native request, checked by type; or the decoder's words on it. */
export function readNativeRequest(text: string): { readonly value: NativeRequest } | { readonly error: string } {
  if (nestsDeeper(text)) return { error: 'exceeded max depth' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: `expect { or n, but found ${text.trim().charAt(0)}` };
  }
  if (value === null) return { value: {} };
  const fault = REQUEST.check(value, {}, '', false);
  return fault ? { error: faultText(fault, 'request') } : { value: value as NativeRequest };
}

/** The native request as text, known members in the order of the shapes, others after them. */
export const writeNativeRequest = (request: NativeRequest): string => JSON.stringify(inOrder(request, 'Request'));

function inOrder(value: Ext, shape: ShapeName): Ext {
  const ordered: Ext = {};
  for (const { name, shape: inner } of SHAPES[shape]) {
    const member = value[name];
    if (member === undefined) continue;
    if (inner && Array.isArray(member)) ordered[name] = member.map((item: unknown) => (isObject(item) ? inOrder(item, inner) : item));
    else ordered[name] = inner && isObject(member) ? inOrder(member, inner) : member;
  }
  for (const name in value) if (!(name in ordered) && !isUnsafeKey(name)) ordered[name] = value[name];
  return ordered;
}
