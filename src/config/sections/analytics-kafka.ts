/** The topic of Kafka that receives analytics events. */
import { z } from 'zod';
import { delivery } from './analytics-delivery.ts';

export const kafkaOptions = z
  .object({
    /** Brokers to connect to first, `host:port`; empty: disabled. */
    brokers: z.array(z.string().regex(/^.+:\d+$/, 'must be host:port')).default([]),
    /** Topic of the events. */
    topic: z.string().min(1).default('auctor-analytics'),
    /** Let the broker create the topic if it is missing. */
    autocreate_topic: z.boolean().default(false),
    /** Name of this host in the brokers' logs and quotas. */
    client_id: z.string().min(1).default('auctor'),
    /** Compression of the records. */
    compression: z.enum(['none', 'gzip', 'zstd']).default('gzip'),
    /** Use TLS; optionally without verifying the certificate. */
    tls: z
      .object({
        enabled: z.boolean().default(false),
        insecure_skip_verify: z.boolean().default(false),
        /** Send the name of each broker in the handshake (SNI); brokers must not advertise addresses. Default: if all `brokers` are names. */
        send_server_name: z.boolean().optional(),
      })
      .prefault({}),
    /** Authentication. */
    sasl: z
      .object({
        mechanism: z.enum(['none', 'PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']).default('none'),
        username: z.string().default(''),
        password: z.string().default(''),
      })
      .prefault({}),
    /** Timeout of a write, ms. */
    timeout_ms: z.int().min(1).default(10_000),
    /** As for the HTTP collector. */
    vendor_id: z.int().min(0).default(0),
    ...delivery,
  })
  .prefault({});
