/** Listeners of this host that exclude each other. */
import { keyIn } from '../known-keys.ts';
import type { HostConfig } from '../schema.ts';

/** A listener on all addresses has those of the others, too. */
const EVERYWHERE = ['', '0.0.0.0', '::'];

const overlap = (one: string, other: string): boolean => one === other || EVERYWHERE.includes(one) || EVERYWHERE.includes(other);

/** One line per error: `option: rule`. */
export function portErrors(config: HostConfig): string[] {
  const { host, port, admin, admin_host, admin_port, admin_socket, metrics } = config;
  const { address, port: metricsPort } = metrics.prometheus;
  const listeners = [
    { option: 'port', at: host, port },
    { option: 'admin_port', at: admin_host, port: admin.enabled && admin_socket === '' ? admin_port : 0 },
    { option: 'metrics.prometheus.port', at: config[address], port: metricsPort },
  ].filter((listener) => listener.port > 0);
  return listeners.flatMap((later, i) =>
    listeners
      .slice(0, i)
      .filter((earlier) => earlier.port === later.port && overlap(earlier.at, later.at))
      .map(({ option }) => `${later.option}: ${later.port} is taken by ${keyIn(config.variant, option) ?? option}`),
  );
}
