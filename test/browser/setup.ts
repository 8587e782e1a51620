/** One browser and one demo host for all tests of a run; started before the first, stopped after the last. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { startDemoProcess } from '#test/integration/host.ts';

/** The variant without windows takes half the CPU time of the complete browser. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
export const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED.find(existsSync) ?? '/usr/bin/chromium';
export const LAUNCH = { executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] };

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the run's browser and demo host; absent without Chromium. */
    readonly shared: { readonly browser: string; readonly origin: string; readonly adminOrigin: string } | undefined;
  }
}

/** Starts both and passes their addresses to the tests; the returned function stops them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM)) return async () => {};
  const [browser, host] = await Promise.all([chromium.launchServer(LAUNCH), startDemoProcess()]);
  provide('shared', { browser: browser.wsEndpoint(), origin: host.url, adminOrigin: host.adminUrl });
  return async () => {
    await Promise.all([browser.close(), host.stop()]);
  };
}
