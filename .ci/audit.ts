/**
 * `npm run audit`: known vulnerabilities of the packages in package-lock.json, as the registry's advisories list them. Without a registry
 * that responds it says so and ends with 0; a vulnerability ends it with 1.
 */
import { execFile } from 'node:child_process';
import { ROOT } from './packages.ts';

const TIMEOUT_MS = 60_000;

interface Report {
  readonly vulnerabilities?: Readonly<
    Record<
      string,
      {
        readonly severity: string;
        readonly range: string;
        readonly via: readonly (string | { readonly title: string; readonly url: string })[];
      }
    >
  >;
}

/** The registry's report; undefined: no response. */
function report(): Promise<Report | undefined> {
  return new Promise((resolve) => {
    // Vulnerabilities end npm with 1 as well: only its output counts.
    execFile(
      'npm',
      ['audit', '--json', '--package-lock-only'],
      { cwd: ROOT, timeout: TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout) => {
        try {
          const parsed = JSON.parse(stdout) as Report;
          resolve(parsed.vulnerabilities ? parsed : undefined);
        } catch {
          resolve(undefined);
        }
      },
    );
  });
}

const found = await report();
if (!found) {
  console.log('audit: no registry with advisories responded; nothing was checked');
} else {
  const all = Object.entries(found.vulnerabilities ?? {});
  for (const [name, { severity, range, via }] of all) {
    const reasons = via.map((one) => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`));
    console.log(`${severity}: ${name} ${range}: ${reasons.join('; ')}`);
  }
  console.log(`audit: ${all.length} packages with known vulnerabilities`);
  process.exitCode = all.length > 0 ? 1 : 0;
}
