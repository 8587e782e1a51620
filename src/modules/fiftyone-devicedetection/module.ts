/** Completes `device` with the properties of a 51Degrees engine. */
import { isObject } from '#src/json/merge.ts';
import { strings } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type DeviceMapping, detectionModule } from '../device-detection/detect-device.ts';
import type { DetectionEngine } from '../device-detection/engine.ts';
import { isListed, publisherOf } from '../device-detection/publisher-list.ts';
import type { ModuleDefinition } from '../hook.ts';
import { checkEngine, loadEngine } from '../load-engine.ts';
import { FIFTYONE_DIALECTS, type FiftyoneDialect } from './dialects.ts';
import { DEVICE_ID, fillFromProperties } from './properties.ts';

/** Ids of the publishers or accounts that may use the module; empty: all. */
export function allowedIds(settings: Ext): string[] {
  const filter = settings['account_filter'] ?? settings['account-filter'];
  return isObject(filter) ? strings(filter['allow_list'] ?? filter['allow-list']) : [];
}

/** Whether the publisher of a body is listed (Go variant): the app's, else the site's. @param ids of the settings */
export const isPublisherAllowed = (ids: readonly string[], body: Ext): boolean => isListed(ids, publisherOf(body, ['app', 'site']));

const hasDeviceId = (device: Ext | undefined): boolean => isObject(device?.['ext']) && Boolean(device['ext'][DEVICE_ID]);

function fiftyoneMapping(settings: Ext, dialect: FiftyoneDialect): DeviceMapping {
  const ids = allowedIds(settings);
  const isLimited = dialect.listsPublishers && ids.length > 0;
  const notAllowed = isLimited ? (body: Ext) => (isPublisherAllowed(ids, body) ? undefined : 'account not allowed') : undefined;
  return {
    notAllowed,
    isAccountAllowed: (accountId) => dialect.listsPublishers || isListed(ids, accountId),
    notPrepared: 'entrypoint hook was not configured',
    addsDevice: dialect.addsDevice,
    isComplete: (device) => !dialect.replacesId && hasDeviceId(device),
    evidence: dialect.evidence,
    fill: (device, detected) => fillFromProperties(device, detected, dialect),
  };
}

const module: ModuleDefinition = {
  code: 'fiftyonedegrees.devicedetection',
  aliases: ['fiftyone-devicedetection'],
  check: checkEngine,
  async start(settings, env) {
    const engine = await loadEngine<DetectionEngine>('fiftyone-devicedetection', 'detect', settings, env);
    return detectionModule(engine, fiftyoneMapping(settings, FIFTYONE_DIALECTS[env.variant]));
  },
};

export default module;
