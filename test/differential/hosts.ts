/** The two hosts: ours in this process, and a peer by URL or a second auctor of another variant. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost } from '#test/helpers/host.ts';
import { storedRequests } from './calls.ts';
import type { Recorder, Side } from './recorder.ts';

export type Variant = 'go' | 'java';

export interface Plan {
  readonly bidders: readonly string[];
  /** Folder for stored requests. */
  readonly folder: string;
  readonly seed: number;
}

/** Writes the stored requests to `folder`. @returns their ids */
export function writeStoredRequests({ bidders, folder, seed }: Plan): string[] {
  const requests = join(folder, 'stored_requests');
  mkdirSync(requests, { recursive: true });
  const stored = storedRequests(bidders, seed);
  for (const [id, request] of stored) writeFileSync(join(requests, `${id}.json`), JSON.stringify(request));
  return [...stored.keys()];
}

/** Settings of a host whose bidders are the recorder: in the form of both variants. */
export function settingsFor({ bidders, folder }: Plan, recorder: Recorder, side: Side, variant: Variant): object {
  const adapters = bidders.map((bidder) => [bidder, { enabled: true, endpoint: recorder.endpoint(side, bidder) }] as const);
  const common = { adapters: Object.fromEntries(adapters), gdpr: { default_value: '0', 'default-value': '0' } };
  const { 'default-value': _, ...gdpr } = common.gdpr;
  if (variant === 'go') {
    const stored_requests = { filesystem: { enabled: true, directorypath: folder } };
    return { ...common, gdpr, stored_requests, external_url: 'http://host.example' };
  }
  const files = { 'settings-filename': join(folder, 'accounts.yaml'), 'stored-requests-dir': join(folder, 'stored_requests') };
  return { ...common, gdpr, settings: { filesystem: files }, 'external-url': 'http://host.example' };
}

export interface OwnHost {
  readonly origin: string;
  stop(): Promise<unknown>;
}

/** Starts an auctor of this variant on a free port. */
export async function startOwn(plan: Plan, recorder: Recorder, side: Side, variant: Variant): Promise<OwnHost> {
  const host = await startTestHost({ ...settingsFor(plan, recorder, side, 'go'), variant });
  return { origin: host.origin, stop: () => host.stop(0) };
}
