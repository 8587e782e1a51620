/**
 * `npm run charts`: writes the state charts of the running machine objects as Mermaid into this folder, and the auction's into README.md.
 * With `--check`: writes nothing, exits with 1 if a chart is outdated.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machines } from '#machines/all.ts';
import { toMermaid } from '#src/admin/charts.ts';
import { overview } from './overview.ts';

const check = process.argv.includes('--check');
const stale: string[] = [];

function writeOrCheck(name: string, file: string, text: string): void {
  if (!check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) stale.push(name);
}

for (const [name, machine] of Object.entries(machines)) {
  const page = `# ${name}\n\nMade by \`npm run charts\` from \`machines/${name}.ts\`.\n\n\`\`\`mermaid\n${toMermaid(machine)}\`\`\`\n`;
  writeOrCheck(name, join(import.meta.dirname, `${name}.md`), page);
}

const readme = join(import.meta.dirname, '../../README.md');
const drawn = readFileSync(readme, 'utf8').replace(
  /(<!-- chart -->\n)[\s\S]*?(<!-- \/chart -->)/,
  (_, before: string, after: string) => `${before}\n\`\`\`mermaid\n${overview()}\`\`\`\n\n${after}`,
);
writeOrCheck('README.md', readme, drawn);

if (stale.length > 0) {
  console.error(`these charts are outdated: ${stale.join(', ')}; run npm run charts`);
  process.exit(1);
}
