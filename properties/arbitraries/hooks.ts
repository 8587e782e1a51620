/** Modules that behave in any way: well, late, never, with junk, or wildly. */
import fc from 'fast-check';
import type { Hook } from '#src/modules/hook.ts';

/** Values no JSON has, and JSON of any kind. */
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
  readonly how: 'set' | 'delete' | 'add' | 'push' | 'cut';
  readonly name: string;
  readonly value: unknown;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  steps: fc.array(fc.nat(20), { maxLength: 6 }),
  how: fc.constantFrom('set', 'delete', 'add', 'push', 'cut'),
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
  else if (how === 'cut' && Array.isArray(at)) at.length = 0;
  else if (how === 'delete' && key !== undefined) delete at[key];
  else if (how === 'set' && key !== undefined) at[key] = value;
  else at[name] = value;
}

/** How one hook behaves, with words for a counterexample. */
export interface Behaviour {
  readonly kind: 'quiet' | 'throws' | 'breaks' | 'hangs' | 'junk' | 'rejects' | 'wild';
  readonly edits: readonly Edit[];
  readonly answer: unknown;
  /** Answers in a later turn. */
  readonly waits: boolean;
}

export const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  kind: fc.constantFrom('quiet', 'throws', 'breaks', 'hangs', 'junk', 'rejects', 'wild', 'wild', 'wild'),
  edits: fc.array(edit, { minLength: 1, maxLength: 5 }),
  answer: fc.oneof(
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

function act({ kind, edits, answer }: Behaviour, payload: unknown): unknown {
  switch (kind) {
    case 'throws':
      throw answer;
    case 'breaks':
      return Promise.reject(answer);
    case 'hangs':
      return new Promise(() => {});
    case 'rejects':
      return { reject: true, nbr: 3 };
    case 'junk':
      return answer;
    case 'wild':
      for (const one of edits) apply(payload as Tree, one);
      return undefined;
    default:
      return undefined;
  }
}

/** The hook that behaves so. */
export const toHook = (behaviour: Behaviour): Hook =>
  ((payload: unknown): unknown => {
    if (!behaviour.waits) return act(behaviour, payload);
    return new Promise((resolve) => setImmediate(resolve)).then(() => act(behaviour, payload));
  }) as Hook;
