/** The packages this project installs: complete checksums, permitted licences, a valid bill of materials. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { billOfMaterials } from '../.ci/bom.ts';
import { lockedPackages, ROOT } from '../.ci/packages.ts';

/** Permissive licences, and MPL 2.0 for tools of development, which it does not extend to. */
const PERMITTED = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0']);
const DEVELOPMENT_ONLY = new Set(['MPL-2.0']);

const packages = lockedPackages();
const shown = ({ path, license }: (typeof packages)[number]): string => `${path}: ${license ?? 'no licence'}`;

describe('package-lock.json', () => {
  it('has a checksum for every installed package', () => {
    const installed = packages.filter(({ path }) => existsSync(join(ROOT, path)));
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter(({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity)).map(shown)).toEqual([]);
  });

  it('has no checksum only for packages of other platforms', () => {
    expect(packages.filter(({ integrity, isOptional }) => integrity === undefined && !isOptional).map(shown)).toEqual([]);
  });

  it('contains packages with permitted licences only', () => {
    const isPermitted = ({ license = '', isDevelopment }: (typeof packages)[number]): boolean =>
      license
        .replace(/^\((.*)\)$/, '$1')
        .split(' OR ')
        .some((one) => PERMITTED.has(one) || (isDevelopment && DEVELOPMENT_ONLY.has(one)));
    expect(packages.filter((one) => !isPermitted(one)).map(shown)).toEqual([]);
  });
});

describe('the bill of materials', () => {
  const schemas = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  /** A schema under the name by which the others refer to it. */
  const schema = (name: string): object => {
    const file = `${name}.SNAPSHOT.schema.json`;
    return { ...(JSON.parse(readFileSync(join(schemas, file), 'utf8')) as object), $id: `http://cyclonedx.org/schema/${file}` };
  };

  it('is valid by the published schema', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false, schemas: [schema('spdx'), schema('jsf-0.82')] });
    const validate = ajv.compile(schema('bom-1.6'));
    validate(billOfMaterials());
    expect(validate.errors ?? []).toEqual([]);
  });

  it('lists every locked package with name, version, licence and checksum', () => {
    const { components } = billOfMaterials() as { readonly components: readonly object[] };
    expect(components).toHaveLength(packages.length);
    expect(components).toContainEqual({
      type: 'library',
      name: 'fastify',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      'bom-ref': 'node_modules/fastify',
      purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
      scope: 'required',
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  });
});
