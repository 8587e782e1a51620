/** Modules with any behaviour: regular, late, hanging, returning junk, or chaotic. */
import fc from 'fast-check';
import type { Hook } from '#src/modules/hook.ts';

/** Values outside of JSON, and JSON of any kind. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    10n,
    Symbol('s'),
    () => 1,
    new Date(0),
    new Map([[1, 2]]),
    Object.create(null) as unknown,
    class {},
    '__proto__',
  ),
  fc.constant(undefined).map(() => {
    const circle: { [key: string]: unknown } = {};
    circle['again'] = circle;
    circle['and'] = [circle];
    return circle;
  }),
);

/** One change somewhere below the payload. */
interface Edit {
  readonly steps: readonly number[];
  readonly how: 'set' | 'delete' | 'add' | 'push' | 'truncate';
  readonly name: string;
  readonly value: unknown;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  steps: fc.array(fc.nat(20), { maxLength: 6 }),
  how: fc.constantFrom('set', 'delete', 'add', 'push', 'truncate'),
  name: fc.constantFrom('ext', 'srv', 'imp', 'bid', 'bids', 'id', 'price', 'x', 'seatbid', 'headers', 'constructor'),
  value: junk,
});

type Tree = { [key: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

function apply(root: Tree, { steps, how, name, value }: Edit): void {
  let at = root;
  let key: string | undefined;
  for (const step of steps) {
    const keys = Object.keys(at);
    key = keys[step % Math.max(1, keys.length)];
    const next = key === undefined ? undefined : at[key];
    if (!isTree(next)) break;
    if (step % 5 !== 0) at = next;
  }
  if (how === 'push' && Array.isArray(at)) at.push(value);
  else if (how === 'truncate' && Array.isArray(at)) at.length = 0;
  else if (how === 'delete' && key !== undefined) delete at[key];
  else if (how === 'set' && key !== undefined) at[key] = value;
  else at[name] = value;
}

/** The behaviour of one hook, described for counterexamples. */
export interface Behaviour {
  readonly kind: 'quiet' | 'throws' | 'breaks' | 'hangs' | 'junk' | 'rejects' | 'wild';
  readonly edits: readonly Edit[];
  readonly response: unknown;
  /** Returns in a later turn. */
  readonly waits: boolean;
}

export const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  kind: fc.constantFrom('quiet', 'throws', 'breaks', 'hangs', 'junk', 'rejects', 'wild', 'wild', 'wild'),
  edits: fc.array(edit, { minLength: 1, maxLength: 5 }),
  response: fc.oneof(
    junk,
    fc.record({
      errors: junk,
      warnings: fc.array(fc.string()),
      debug: junk,
      changes: junk,
      tags: fc.oneof(junk, fc.record({ activities: junk })),
      memory: junk,
      rejections: fc.oneof(junk, fc.record({ alpha: junk })),
      message: junk,
      nbr: junk,
    }),
  ),
  waits: fc.boolean(),
});

function act({ kind, edits, response }: Behaviour, payload: unknown): unknown {
  switch (kind) {
    case 'throws':
      throw response;
    case 'breaks':
      return Promise.reject(response);
    case 'hangs':
      return new Promise(() => {});
    case 'rejects':
      return { reject: true, nbr: 3 };
    case 'junk':
      return response;
    case 'wild':
      for (const one of edits) apply(payload as Tree, one);
      return undefined;
    default:
      return undefined;
  }
}

/** The hook with this behaviour. */
export const toHook = (behaviour: Behaviour): Hook =>
  ((payload: unknown): unknown => {
    if (!behaviour.waits) return act(behaviour, payload);
    return new Promise((resolve) => setImmediate(resolve)).then(() => act(behaviour, payload));
  }) as Hook;
