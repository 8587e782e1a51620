/** The software bill of materials: all locked packages as a CycloneDX document. It depends on package-lock.json alone: no date, no serial number. */
import { type LockedPackage, lockedPackages, project } from './packages.ts';

/** `pkg:npm/%40scope/name@1.0.0`. */
const packageUrl = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Algorithms of subresource integrity in CycloneDX terms. */
const ALGORITHMS: Readonly<Record<string, string>> = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

function hashesOf(integrity: string): { alg: string; content: string }[] {
  return integrity.split(' ').flatMap((one) => {
    const dash = one.indexOf('-');
    const alg = ALGORITHMS[one.slice(0, dash)];
    return alg ? [{ alg, content: Buffer.from(one.slice(dash + 1), 'base64').toString('hex') }] : [];
  });
}

/** A single licence by its id; alternatives as an expression. */
const licencesOf = (license: string): object[] => (license.includes(' ') ? [{ expression: license }] : [{ license: { id: license } }]);

function component(locked: LockedPackage): object {
  const { name, version, license, integrity, isDevelopment, isOptional, path } = locked;
  const slash = name.indexOf('/');
  return {
    type: 'library',
    ...(slash > 0 && { group: name.slice(0, slash) }),
    name: name.slice(slash + 1),
    version,
    'bom-ref': path,
    purl: packageUrl(locked),
    scope: isDevelopment ? 'excluded' : isOptional ? 'optional' : 'required',
    ...(license !== undefined && { licenses: licencesOf(license) }),
    ...(integrity !== undefined && { hashes: hashesOf(integrity) }),
  };
}

/** The document, version 1.6 of the format. */
export function billOfMaterials(): object {
  const { name, version, license } = project;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name, version, 'bom-ref': name, purl: packageUrl(project), licenses: licencesOf(license) },
    },
    components: lockedPackages().map(component),
  };
}
