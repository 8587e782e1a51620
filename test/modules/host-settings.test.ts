/** Settings of modules as arguments give them: as strings. */
import { expect, test } from 'vitest';
import { scanSettings } from '#src/modules/confiant-scan/settings.ts';
import { identitySettings } from '#src/modules/liveintent-identity/settings.ts';
import openDetection from '#src/modules/open-device-detection/module.ts';
import { limitsOf } from '#src/modules/rule-engine/limits.ts';
import { scope3Settings } from '#src/modules/scope3-rtd/settings.ts';
import { shapingSettings } from '#src/modules/traffic-shaping/settings.ts';
import type { Ext } from '#src/openrtb/ext.ts';

const IDENTITY = { identity_resolution_endpoint: 'https://id.test/', auth_token: 't' };

test.each<[string, (settings: Ext) => unknown, Ext, Ext]>([
  ['scope3', scope3Settings, { timeout_ms: '500', add_to_targeting: 'true' }, { timeout_ms: 500, add_to_targeting: true }],
  [
    'traffic shaping',
    shapingSettings,
    { dry_run: 'true', min_calls: '10', max_share: '0.2' },
    { dry_run: true, min_calls: 10, max_share: 0.2 },
  ],
  ['confiant', scanSettings, { scan_state_check_interval: '9' }, { scan_state_check_interval: 9 }],
  [
    'liveintent',
    identitySettings,
    { ...IDENTITY, request_timeout_ms: '80', treatment_rate: '0.5' },
    { ...IDENTITY, request_timeout_ms: 80, treatment_rate: 0.5 },
  ],
])('%s: numbers and booleans in strings', (_, settings, strings, values) => {
  expect(settings(strings)).toEqual(settings(values));
});

test('limits of rules: numbers in strings, names in snake case', () => {
  expect(limitsOf({ rule_cache: { max_size: '1' } })).toMatchObject({ cache: { maxSize: 1 } });
  expect(() => limitsOf({ 'rule-cache': { 'max-size': -1 } })).toThrow(/^rule-cache\.max-size: /);
});

test('open device detection: the cache size in a string', () => {
  expect(() => openDetection.check?.({ cache_size: '10' })).not.toThrow();
  expect(() => openDetection.check?.({ cache_size: 'many' })).toThrow('cache_size');
});

test('traffic shaping: an account value of null leaves the host its own', () => {
  expect(shapingSettings({ min_calls: 10 }, { min_calls: null })).toEqual(shapingSettings({ min_calls: 10 }));
});
