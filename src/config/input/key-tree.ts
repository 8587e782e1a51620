/** The tree of known keys: the options of our schema, plus the keys of a variant. */
import { z } from 'zod';
import { unwrap } from '../schema-parts.ts';
import { uniform } from './property.ts';

/** `group`: named keys; `record`: user-defined names; `list`; `leaf`: one value; `open`: any content, unchanged. */
export type NodeKind = 'group' | 'record' | 'list' | 'leaf' | 'open';

export interface KeyNode {
  kind: NodeKind;
  /** Children of a group by uniform name, with name and node. */
  readonly children: Map<string, { readonly name: string; readonly node: KeyNode }>;
  /** The node of each item of a record or list. */
  item?: KeyNode | undefined;
  /** The group may also be given as a string. */
  takesString: boolean;
  /** The group accepts further names. */
  takesOthers: boolean;
}

/** A node without children. */
export const newNode = (kind: NodeKind, more: Partial<KeyNode> = {}): KeyNode => ({
  kind,
  children: new Map(),
  takesString: kind === 'leaf' || kind === 'open',
  takesOthers: false,
  ...more,
});

/** The keys of a schema. */
export function treeOf(schema: z.ZodType): KeyNode {
  const unwrapped = unwrap(schema);
  if (unwrapped instanceof z.ZodNullable) return treeOf(unwrapped.unwrap() as z.ZodType);
  if (unwrapped instanceof z.ZodPipe) {
    const isRead = unwrapped.def.in instanceof z.ZodTransform;
    const node = treeOf((isRead ? unwrapped.def.out : unwrapped.def.in) as z.ZodType);
    return { ...node, takesString: isRead || node.takesString };
  }
  if (unwrapped instanceof z.ZodObject) return ofObject(unwrapped);
  if (unwrapped instanceof z.ZodRecord) return ofRecord(unwrapped);
  if (unwrapped instanceof z.ZodArray) return newNode('list', { item: treeOf(unwrapped.element as z.ZodType), takesString: true });
  if (unwrapped instanceof z.ZodUnion) return ofUnion((unwrapped.options as z.ZodType[]).map(treeOf));
  return newNode(unwrapped instanceof z.ZodUnknown || unwrapped instanceof z.ZodAny ? 'open' : 'leaf');
}

function ofObject(schema: z.ZodObject): KeyNode {
  const node = newNode('group', { takesOthers: schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever) });
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) addChild(node, name, treeOf(field));
  return node;
}

/** A record with a fixed set of names is a group. */
function ofRecord({ keyType, valueType }: z.ZodRecord): KeyNode {
  const item = treeOf(valueType as z.ZodType);
  if (!(keyType instanceof z.ZodEnum)) return newNode(item.kind === 'open' ? 'open' : 'record', { item, takesString: false });
  const node = newNode('group');
  for (const name of keyType.options) addChild(node, String(name), item);
  return node;
}

/** A list or a string is a list; other unions are taken unchanged. */
function ofUnion(forms: readonly KeyNode[]): KeyNode {
  const list = forms.find(({ kind }) => kind === 'list');
  if (list) return { ...list, takesString: true };
  return forms.every(({ kind }) => kind === 'leaf') ? newNode('leaf') : newNode('open');
}

const addChild = (parent: KeyNode, name: string, node: KeyNode): void => void parent.children.set(uniform(name), { name, node });

/** A user-defined name or a list index. */
const isAny = (step: string): boolean => step === '[]' || step.startsWith('<');

/** The node at a path such as `adapters.<name>.usersync`; undefined if unknown. */
export function nodeAt(root: KeyNode, path: string): KeyNode | undefined {
  let node: KeyNode | undefined = root;
  for (const step of stepsOf(path)) node = isAny(step) ? node?.item : node?.children.get(uniform(step))?.node;
  return node;
}

/** Adds a key missing in the schema; creates groups on the way, and leaves an existing key unchanged. */
export function addKey(root: KeyNode, path: string, node: KeyNode): void {
  const steps = stepsOf(path);
  let at = root;
  for (const [i, step] of steps.entries()) {
    const isLast = i === steps.length - 1;
    const found: KeyNode | undefined = isAny(step) ? at.item : at.children.get(uniform(step))?.node;
    const next: KeyNode = found ?? (isLast ? node : newNode('group'));
    // An open node can also have known keys.
    if (!isLast && next.kind === 'open') next.kind = 'group';
    if (!found) {
      if (isAny(step)) {
        at.kind = step === '[]' ? 'list' : 'record';
        at.item = next;
      } else addChild(at, step, next);
    }
    at = next;
  }
}

/** Adds another name for a key next to it. */
export function addAlias(root: KeyNode, path: string, name: string): void {
  const steps = stepsOf(path);
  const alias = steps.pop() ?? '';
  const parent = nodeAt(root, steps.join('.'));
  const node = parent?.children.get(uniform(name))?.node;
  if (parent && node) parent.children.set(uniform(alias), { name, node });
}

/** `a.b[].c` as `a`, `b`, `[]`, `c`. */
export const stepsOf = (path: string): string[] =>
  path === '' ? [] : path.split('.').flatMap((step) => (step.endsWith('[]') ? [step.slice(0, -2), '[]'] : [step]));
