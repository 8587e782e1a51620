/** Laws of the settings' keys. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostOptions } from '#src/config/host-options.ts';
import { hostSchema } from '#src/config/schema.ts';
import { unknownKeys } from '#src/config/unknown-keys.ts';
import { sections } from '../docs/config/page.ts';
import { runs } from './runs.ts';

/** Documented keys, as settings that contain only them; the last name separately. */
const paths = sections()
  .flatMap(({ options }) => options.map(({ path }) => path))
  .filter((path) => !/(\[\]|<name>)$/.test(path) && !/^(hooks|analytics|experiment)\./.test(path));

function settingsOf(path: string, name: string): object {
  const steps = path.replaceAll('[]', '.[]').replaceAll('<name>', 'somebody').split('.').slice(0, -1);
  let value: unknown = { [name]: null };
  for (const step of steps.toReversed()) value = step === '[]' ? [value] : { [step]: value };
  return value as object;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);
const known = new Set(paths);

const slips = fc.oneof(
  fc.record({ kind: fc.constant('add'), letter: fc.constantFrom(...'aeiz_1') }),
  fc.record({ kind: fc.constant('drop') }),
  fc.record({ kind: fc.constant('swap') }),
) as fc.Arbitrary<{ kind: string; letter?: string }>;

function slip(name: string, at: number, { kind, letter = '' }: { kind: string; letter?: string }): string {
  const i = at % name.length;
  if (kind === 'add') return name.slice(0, i) + letter + name.slice(i);
  if (kind === 'drop') return name.slice(0, i) + name.slice(i + 1);
  return (
    name.slice(0, i) +
    name
      .slice(i, i + 2)
      .split('')
      .toReversed()
      .join('') +
    name.slice(i + 2)
  );
}

/** Reported by the walk over the schema, or by the schema itself for a strict group. */
function isDocumented(settings: object, name: string): boolean {
  if (unknownKeys(hostOptions, settings).some(({ path }) => path.at(-1) === name)) return true;
  const issues = hostSchema.safeParse(settings).error?.issues ?? [];
  return issues.some((issue) => issue.code === 'unrecognized_keys' && issue.keys.includes(name));
}

describe('keys of the settings', () => {
  test('with typos are reported', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.nat(), slips, (path, at, how) => {
        const name = slip(path.slice(path.lastIndexOf('.') + 1), at, how);
        fc.pre(name !== '' && name !== '__proto__' && !known.has(`${parentOf(path)}${name}`) && !isGroup(`${parentOf(path)}${name}`));
        expect(isDocumented(settingsOf(path, name), name)).toBe(true);
      }),
      runs(100),
    );
  });

  test('that are documented are never reported', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paths), (path) => {
        const name = path.slice(path.lastIndexOf('.') + 1);
        expect(isDocumented(settingsOf(path, name), name)).toBe(false);
      }),
      runs(100),
    );
  });
});

/** Groups without a row of their own are options as well. */
function isGroup(path: string): boolean {
  return paths.some((each) => each.startsWith(`${path}.`) || each.startsWith(`${path}[`));
}
