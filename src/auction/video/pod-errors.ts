/** Why a pod of a video request gets no ads, in words its caller can act on (amp-and-video.md section 8). */

export interface PodError {
  readonly podId: number;
  /** Place in `podconfig.pods`. */
  readonly podIndex: number;
  readonly messages: readonly string[];
}

/** All of them in one text. */
export const allPodsText = (errors: readonly PodError[]): string =>
  `all pods are incorrect: ${errors.map(({ messages }) => messages.join(', ')).join('; ')}`;
