/** Validates combinations of admin listener options; every error stops the startup. */
import type { HostConfig } from '../schema.ts';
import { ADMIN_PATHS } from '../sections/admin.ts';
import { STORE_SECTIONS } from '../sections/stores.ts';

/** Hosts that only this machine reaches. */
export const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** One line per error. */
export function adminErrors(config: HostConfig): string[] {
  const { admin, admin_host, admin_socket, admin_token, admin_endpoints: endpoints } = config;
  if (admin_token !== '' || Object.keys(endpoints.credentials).length > 0) return [];
  const need = 'admin_endpoints.credentials: are required, or admin_token, because';
  const isRemote = admin.enabled && admin_socket === '' && !LOOPBACK.includes(admin_host);
  const errors = isRemote ? [`${need} admin_host is not a loopback address`] : [];
  for (const name of Object.keys(ADMIN_PATHS) as (keyof typeof ADMIN_PATHS)[]) {
    const { enabled, on_application_port: isPublic, protected: isProtected } = endpoints[name];
    if (enabled && isPublic && isProtected) errors.push(`${need} admin_endpoints.${name} is protected on the public listener`);
  }
  for (const [path, events] of pushes(config)) {
    if (events.enabled && events.on_application_port && events.protected)
      errors.push(`${need} ${path} is protected on the public listener`);
  }
  return errors;
}

const pushes = (config: HostConfig) => [
  ...STORE_SECTIONS.map((name) => [`${name}.cache_events`, config[name].cache_events] as const),
  ['stored_requests.amp_cache_events', config.stored_requests.amp_cache_events] as const,
];
