/** The outbox of an analytics module: on disk if the host has a spool and the module permits it, otherwise in memory. */
import { join } from 'node:path';
import { deadLettersOf } from '#src/analytics/dead-letters.ts';
import type { NamedModule } from '#src/analytics/module.ts';
import type { SpoolSettings } from '#src/analytics/spool/spool.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { toBytes } from '#src/config/units.ts';
import type { AttemptEnv, Send } from './attempts.ts';
import { Outbox } from './outbox.ts';
import { SpooledOutbox } from './spooled-outbox.ts';

/** More segments than this keep the loss of the oldest small. */
const MIN_SEGMENTS = 4;

/** @returns the outbox, which sends with `module.send`; batches that are given up go to the module's dead letters */
export function outboxOf(module: NamedModule, env: AttemptEnv & { readonly config: HostConfig }): Outbox | SpooledOutbox {
  const name = `analytics.${module.name}`;
  const send: Send = (batch, signal) => module.send(batch, signal);
  const giveUp = deadLettersOf(module.name, env);
  const { spool } = env.config.analytics;
  if (spool.folder === '' || module.delivery.mayWaitOnDisk !== true) return new Outbox(name, module.delivery, send, env, giveUp);
  return new SpooledOutbox(name, { ...module.delivery, spool: spoolSettings(spool, module.name) }, send, env, giveUp);
}

function spoolSettings(options: HostConfig['analytics']['spool'], module: string): SpoolSettings {
  const maxBytes = toBytes(options.max_size) ?? 0;
  return {
    folder: join(options.folder, module),
    maxBytes,
    segmentBytes: Math.min(toBytes(options.segment_size) ?? maxBytes, maxBytes / MIN_SEGMENTS),
    fsync: options.fsync,
    fsyncMs: options.fsync_ms,
  };
}
