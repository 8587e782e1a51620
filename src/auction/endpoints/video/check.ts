/** Validation of a video request, in order. All errors are reported; pods fail one by one. */
import type { VideoDialect } from '#src/dialect/contract/video.ts';
import { blockedAppMessage } from '../../error-messages.ts';
import { type AuctionRejection, invalid } from '../../rejection.ts';
import type { PodError } from './pod-errors.ts';
import type { Pod, VideoRequest } from './request.ts';

export interface VideoRules {
  readonly storedRequestRequired: boolean;
  readonly blockedApps: readonly string[];
  readonly dialect: Pick<VideoDialect, 'needsPodConfig' | 'notPositive'>;
}

export interface Checked {
  /** Messages that reject the complete request. */
  readonly errors: readonly string[];
  /** Set if the app is blocked; nothing else counts then. */
  readonly blocked?: AuctionRejection | undefined;
  readonly podErrors: readonly PodError[];
  /** Without its empty strings. */
  readonly mimes: readonly string[];
}

const missing = (name: string): string => `request missing required field: ${name}`;

/** Runs all checks; nothing is modified. */
export function checkVideoRequest(request: VideoRequest, rules: VideoRules): Checked {
  const errors: string[] = [];
  const mimes = (request.video?.mimes ?? []).filter((mime) => mime !== '');
  if (rules.storedRequestRequired && !request.storedrequestid) errors.push(missing('storedrequestid'));
  if (rules.dialect.needsPodConfig && !request.podconfig) errors.push(missing('PodConfig'));
  checkDurations(request.podconfig?.durationrangesec, rules, errors);
  const pods = request.podconfig?.pods ?? [];
  if (pods.length === 0) errors.push(missing('PodConfig.Pods'));
  const podErrors = checkPods(pods);
  const appId = request.app?.id ?? '';
  const inventory = inventoryError(request, rules.blockedApps);
  if (inventory === BLOCKED) {
    return { errors, blocked: { kind: 'blockedApp', messages: [blockedAppMessage(appId)] }, podErrors, mimes };
  }
  if (inventory !== undefined) errors.push(inventory);
  checkVideo(request, mimes, errors);
  return { errors, podErrors, mimes };
}

function checkDurations(durations: readonly number[] | undefined, { dialect }: VideoRules, errors: string[]): void {
  if (!durations || durations.length === 0) errors.push(missing('PodConfig.DurationRangeSec'));
  else if (durations.some((seconds) => seconds <= 0)) errors.push(dialect.notPositive);
}

const BLOCKED = Symbol('blocked');

/** The first matching condition decides. */
function inventoryError({ site, app }: VideoRequest, blockedApps: readonly string[]): string | typeof BLOCKED | undefined {
  if (!site && !app) return missing('site or app');
  if (site && app) return 'request.site or request.app must be defined, but not both';
  if (site) return site.id || site.page ? undefined : 'request.site missing required field: id or page';
  if (app?.id && blockedApps.includes(app.id)) return BLOCKED;
  return app?.id || app?.bundle ? undefined : 'request.app missing required field: id or bundle';
}

function checkVideo({ video }: VideoRequest, mimes: readonly string[], errors: string[]): void {
  if (!video) {
    errors.push(missing('Video'));
    return;
  }
  if (!video.mimes || video.mimes.length === 0) errors.push(missing('Video.Mimes'));
  else if (mimes.length === 0) errors.push(missing('Video.Mimes, mime types contains empty strings only'));
  if (!video.protocols || video.protocols.length === 0) errors.push(missing('Video.Protocols'));
}

/** Errors of every pod; a pod may have several. */
export function checkPods(pods: readonly Pod[]): PodError[] {
  const seen = new Set<number>();
  const found: PodError[] = [];
  for (const [podIndex, pod] of pods.entries()) {
    const podId = pod.podid ?? 0;
    const messages = podErrorsOf(pod, podIndex, seen.has(podId));
    seen.add(podId);
    if (messages.length > 0) found.push({ podId, podIndex, messages });
  }
  return found;
}

function podErrorsOf({ podid = 0, adpoddurationsec: seconds = 0, configid }: Pod, index: number, isRepeated: boolean): string[] {
  const errors: string[] = [];
  const at = `Pod index: ${index}`;
  if (isRepeated) errors.push(`request duplicated required field: PodConfig.Pods.PodId, Pod id: ${podid}`);
  if (podid <= 0) errors.push(missing(`PodConfig.Pods.PodId, ${at}`));
  if (seconds === 0) errors.push(`request missing or incorrect required field: PodConfig.Pods.AdPodDurationSec, ${at}`);
  if (seconds < 0) errors.push(`request incorrect required field: PodConfig.Pods.AdPodDurationSec is negative, ${at}`);
  if (!configid) errors.push(`request missing or incorrect required field: PodConfig.Pods.ConfigId, ${at}`);
  return errors;
}

/** The rejection of a validated request; undefined: it continues. */
export function rejectionOf({ blocked, errors }: Checked, { rejections }: Pick<VideoDialect, 'rejections'>): AuctionRejection | undefined {
  if (blocked) return blocked;
  return errors.length > 0 ? invalid(...rejections(errors)) : undefined;
}
