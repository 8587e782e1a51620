/** Response formats that differ between the two established servers (`response.shape`). */
import type { HostConfig } from '#src/config/schema.ts';

export const isJavaShape = ({ rules }: Pick<HostConfig, 'rules'>): boolean => rules.responseShape === 'java';
