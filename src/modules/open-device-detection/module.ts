/** Completes `device` without a vendor's product, with an open library. */
import { LRUCache } from 'lru-cache';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toNumber } from '../account-settings.ts';
import type { Evidence } from '../device-detection/engine.ts';
import type { ModuleDefinition } from '../hook.ts';
import { type DeviceValues, detect } from './detector.ts';
import { type DeviceEvidence, evidenceOf, HEADERS } from './evidence.ts';

/** Devices in memory unless `cache_size` sets another number. */
const CACHE_SIZE = 10_000;

function cacheSize(settings: Ext): number {
  const size = toNumber(settings['cache_size'] ?? settings['cache-size'] ?? CACHE_SIZE);
  if (size === undefined || !Number.isInteger(size) || size < 1) throw new Error('cache_size must be a whole number from 1 on');
  return size;
}

const keyOf = ({ agent, platform, platformVersion, model, mobile }: DeviceEvidence): string =>
  `${agent}\n${platform}\n${platformVersion}\n${model}\n${mobile}`;

/** The headers that describe a device, in lower case. */
const describing = (headers: { readonly [name: string]: string | undefined }): Ext =>
  Object.fromEntries(HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/** Empty texts and numbers up to 0 say nothing about a device. */
function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (typeof value === 'number' && value <= 0);
}

/** Fills missing fields in place; fields of the caller remain. */
function fill(device: Ext, values: DeviceValues): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined && isMissing(device[name])) device[name] = value;
}

/** A detector that parses each distinct evidence once. */
function cachedDetector(parseAgent: Parameters<typeof detect>[0], max: number): (evidence: DeviceEvidence) => DeviceValues {
  const cache = new LRUCache<string, DeviceValues>({ max });
  return (evidence) => {
    const key = keyOf(evidence);
    let values = cache.get(key);
    if (!values) {
      values = detect(parseAgent, evidence);
      cache.set(key, values);
    }
    return values;
  };
}

const isEmpty = ({ agent, platform, model }: DeviceEvidence): boolean => agent === '' && platform === '' && model === '';

const module: ModuleDefinition = {
  code: 'auctor.devicedetection',
  defaultPlan: { entrypoint: 5, raw_auction_request: 5 },
  check: (settings) => void cacheSize(settings),
  async start(settings) {
    const { default: parseAgent } = await import('ua-parser-js');
    const detector = cachedDetector(parseAgent, cacheSize(settings));
    return {
      hooks: {
        entrypoint: ({ headers }) => ({ memory: { headers: describing(headers) } }),
        raw_auction_request(body, { memory }) {
          const device = body['device'] ?? {};
          if (!isObject(device)) return undefined;
          const headers = isObject(memory['headers']) ? (memory['headers'] as unknown as Evidence) : {};
          const evidence = evidenceOf(device, headers);
          if (isEmpty(evidence)) return undefined;
          fill(device, detector(evidence));
          if (!body['device'] && Object.keys(device).length > 0) body['device'] = device;
          return undefined;
        },
      },
    };
  },
};

export default module;
