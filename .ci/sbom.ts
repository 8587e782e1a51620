/** `npm run sbom [FILE]`: writes the software bill of materials to a file, or to the output. */
import { writeFileSync } from 'node:fs';
import { billOfMaterials } from './bom.ts';

const json = `${JSON.stringify(billOfMaterials(), null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file === undefined) process.stdout.write(json);
else writeFileSync(file, json);
