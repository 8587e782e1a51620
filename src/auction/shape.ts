/** How answers are written where the two established servers differ (`response.shape`). */
import type { HostConfig } from '#src/config/schema.ts';

export const isJavaShape = ({ response, variant }: Pick<HostConfig, 'response' | 'variant'>): boolean =>
  (response.shape ?? variant) === 'java';
