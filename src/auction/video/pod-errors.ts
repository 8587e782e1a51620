/** Why a pod of a video request gets no ads, in words its caller can act on (amp-and-video.md section 8). */
import type { HostConfig } from '#src/config/schema.ts';

export interface PodError {
  readonly podId: number;
  /** Place in `podconfig.pods`. */
  readonly podIndex: number;
  readonly messages: readonly string[];
}

/** All of them in one text; the Java variant has one space more. */
export const allPodsText = (errors: readonly PodError[], variant: HostConfig['variant'] = 'go'): string =>
  `all pods are incorrect: ${variant === 'java' ? ' ' : ''}${errors.map(({ messages }) => messages.join(', ')).join('; ')}`;
