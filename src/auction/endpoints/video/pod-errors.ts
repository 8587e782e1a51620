/** Why a pod of a video request receives no ads, in messages its caller can act on. */
import type { HostConfig } from '#src/config/schema.ts';

export interface PodError {
  readonly podId: number;
  /** Index in `podconfig.pods`. */
  readonly podIndex: number;
  readonly messages: readonly string[];
}

/** All of them in one message; the Java variant has an extra space. */
export const allPodsMessage = (errors: readonly PodError[], variant: HostConfig['variant'] = 'go'): string =>
  `all pods are incorrect: ${variant === 'java' ? ' ' : ''}${errors.map(({ messages }) => messages.join(', ')).join('; ')}`;
