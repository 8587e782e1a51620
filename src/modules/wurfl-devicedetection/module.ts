/** Completes `device` with the capabilities of a WURFL engine. */
import { isObject } from '#src/json/merge.ts';
import { strings } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toFlag } from '../account-settings.ts';
import { type DeviceMapping, detectionModule } from '../device-detection/detect-device.ts';
import type { DetectionEngine } from '../device-detection/engine.ts';
import { isListed, publisherOf } from '../device-detection/publisher-list.ts';
import type { ModuleDefinition } from '../hook.ts';
import { checkEngine, loadEngine } from '../load-engine.ts';
import { fillFromCapabilities } from './capabilities.ts';
import { WURFL_DIALECTS, type WurflDialect } from './dialects.ts';
import { wurflEvidence } from './evidence.ts';

const setting = (settings: Ext, name: string): unknown => settings[name] ?? settings[name.replaceAll('_', '-')];

/** Ids of the publishers or accounts that may use the module; empty: all. */
export const allowedIds = (settings: Ext): string[] => strings(setting(settings, 'allowed_publisher_ids'));

/** Whether the publisher of a body may use the module (Go variant). @param ids of the settings */
export const isPublisherAllowed = (ids: readonly string[], body: Ext): boolean => isListed(ids, publisherOf(body, ['site', 'app', 'dooh']));

/** Whether the vendor has already completed the device, or (Java variant) the publisher has. */
function isComplete(device: Ext | undefined, { skipsDescribed }: WurflDialect): boolean {
  const ext = device?.['ext'];
  if (isObject(ext) && ext['wurfl'] !== undefined) return true;
  const { devicetype, hwv } = device ?? {};
  return skipsDescribed && typeof devicetype === 'number' && devicetype > 0 && typeof hwv === 'string' && hwv !== '';
}

function wurflMapping(settings: Ext, dialect: WurflDialect): DeviceMapping {
  const ids = allowedIds(settings);
  const isLimited = dialect.listsPublishers && ids.length > 0;
  const notAllowed = isLimited ? (body: Ext) => (isPublisherAllowed(ids, body) ? undefined : 'publisher not allowed') : undefined;
  const all = toFlag(setting(settings, 'ext_caps')) === true;
  return {
    notAllowed,
    isAccountAllowed: (accountId) => dialect.listsPublishers || isListed(ids, accountId),
    notPrepared: 'module context has not been initialized in the entrypoint hook',
    addsDevice: false,
    isComplete: (device) => isComplete(device, dialect),
    evidence: (device, headers) => ({ value: wurflEvidence(device, headers, dialect) }),
    fill: (device, capabilities) => fillFromCapabilities(device, capabilities, all, dialect),
  };
}

const module: ModuleDefinition = {
  code: 'scientiamobile.wurfl_devicedetection',
  aliases: ['wurfl-devicedetection'],
  check: checkEngine,
  async start(settings, env) {
    const engine = await loadEngine<DetectionEngine>('wurfl-devicedetection', 'detect', settings, env);
    return detectionModule(engine, wurflMapping(settings, WURFL_DIALECTS[env.variant]));
  },
};

export default module;
