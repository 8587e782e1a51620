/** How answers are written where the two established servers differ (`response.shape`). */
import type { HostConfig } from '#src/config/schema.ts';

export const isJavaShape = ({ rules }: Pick<HostConfig, 'rules'>): boolean => rules.responseShape === 'java';
