/**
 * `npm run charts`: writes the state charts of the running machine objects as Mermaid into this folder.
 * With `--check`: writes nothing, ends with 1 when a chart is not current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machines } from '#machines/all.ts';
import { toMermaid } from '#src/admin/charts.ts';

const check = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, machine] of Object.entries(machines)) {
  const file = join(import.meta.dirname, `${name}.md`);
  const text = `# ${name}\n\nMade by \`npm run charts\` from \`machines/${name}.ts\`.\n\n\`\`\`mermaid\n${toMermaid(machine)}\`\`\`\n`;
  if (!check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) stale.push(name);
}
if (stale.length > 0) {
  console.error(`these charts are not current: ${stale.join(', ')}; run npm run charts`);
  process.exit(1);
}
