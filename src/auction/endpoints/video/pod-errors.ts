/** Why a pod of a video request receives no ads, in messages its caller can act on. */

export interface PodError {
  readonly podId: number;
  /** Index in `podconfig.pods`. */
  readonly podIndex: number;
  readonly messages: readonly string[];
}

/** All pod errors in one message. */
export const allPodsMessage = (errors: readonly PodError[], { podsLead }: { readonly podsLead: string }): string =>
  podsLead + errors.map(({ messages }) => messages.join(', ')).join('; ');
