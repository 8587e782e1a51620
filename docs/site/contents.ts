/** The pages of the site in the order of its menu. A page that is not listed is missing from the menu: a test compares this list with `docs/`. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

/** One group of the menu. */
export interface Group {
  readonly title: string;
  /** Files relative to the root of the repository. */
  readonly files: readonly string[];
}

const inDocs = (...names: readonly string[]): string[] => names.map((name) => `docs/${name}.md`);

const endpoints = [
  'auction',
  'amp',
  'video',
  'cookie-sync',
  'setuid',
  'getuids',
  'optout',
  'sync-pages',
  'event',
  'vtrack',
  'cache',
  'info',
  'status',
];
const stages = ['validate', 'enrich', 'privacy', 'fan-out', 'collect', 'adjust', 'target', 'cache', 'respond'];
const charts = ['auction', 'video-pod', 'bidder-health', 'vendor-list', 'live-vendor-list'];
/** Numbered, so in order. */
const decisions = globSync('[0-9]*.md', { cwd: join(import.meta.dirname, '../decisions') }).sort();

export const CONTENTS: readonly Group[] = [
  { title: 'Start', files: ['README.md', ...inDocs('QUICKSTART', 'CONCEPTS', 'MIGRATING')] },
  { title: 'Endpoints', files: inDocs('endpoints/README', ...endpoints.map((name) => `endpoints/${name}`)) },
  { title: 'Stages of an auction', files: inDocs('stages/README', ...stages.map((name) => `stages/${name}`)) },
  { title: 'Features', files: inDocs('BIDDERS', 'bidders/README', 'MODULES', 'PREVIOUS-AUCTIONS', 'ADSCERT') },
  {
    title: 'Operations',
    files: inDocs('CONFIG', 'DEPLOYMENT', 'CAPACITY', 'RELIABILITY', 'PERFORMANCE', 'PERFORMANCE-LOG', 'METRICS', 'ERRORS'),
  },
  { title: 'Data', files: inDocs('TAPS', 'ANALYTICS') },
  {
    title: 'Development',
    files: [...inDocs('ARCHITECTURE'), 'CONTRIBUTING.md', ...inDocs('COVERAGE', 'DEPENDENCIES', 'RELEASING'), 'CHANGELOG.md'],
  },
  { title: 'State charts', files: inDocs(...charts.map((name) => `charts/${name}`)) },
  { title: 'Decisions', files: ['docs/decisions/README.md', ...decisions.map((file) => `docs/decisions/${file}`)] },
];

/** All files of the menu. */
export const FILES: readonly string[] = CONTENTS.flatMap(({ files }) => files);
