/** Validates combinations of analytics options. */
import type { HostConfig } from '../schema.ts';

/** One line per error. */
export const analyticsErrors = ({ analytics: { dead_letters, kafka } }: Pick<HostConfig, 'analytics'>): string[] =>
  dead_letters.topic !== '' && kafka.brokers.length === 0
    ? ['analytics.dead_letters.topic: requires the brokers of analytics.kafka.brokers']
    : [];
