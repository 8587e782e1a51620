/** One browser and one demo host for all tests of a run; started before the first, stopped after the last. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject, Vitest } from 'vitest/node';
import { startDemoProcess } from '#test/integration/host.ts';

/** The variant without windows takes half the CPU time of the complete browser. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
export const CHROMIUM = process.env['CHROMIUM'] ?? INSTALLED.find(existsSync) ?? '/usr/bin/chromium';
export const LAUNCH = { executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] };

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the run's browser and demo host; absent without Chromium and in runs without tests in the browser. */
    readonly shared: { readonly browser: string; readonly origin: string; readonly adminOrigin: string } | undefined;
  }
}

/** Whether this run has tests in the browser; a watched run may get some later. */
const needsBrowser = ({ config, state }: Vitest): boolean =>
  config.watch || state.getPaths().some((path) => path.includes('/test/browser/'));

/** Starts both and passes their addresses to the tests; the returned function stops them. */
export default async function setup({ provide, vitest }: TestProject): Promise<() => Promise<void>> {
  if (!existsSync(CHROMIUM) || !needsBrowser(vitest)) return async () => {};
  const [browser, host] = await Promise.all([chromium.launchServer(LAUNCH), startDemoProcess()]);
  provide('shared', { browser: browser.wsEndpoint(), origin: host.url, adminOrigin: host.adminUrl });
  return async () => {
    await Promise.all([browser.close(), host.stop()]);
  };
}
