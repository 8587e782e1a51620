/**
 * All keys that `settings` and `admin-endpoints` of the Java variant have under names that our own groups do not share. They are converted
 * in `config/java/stores.ts`; here they are only declared, so that a misspelled one is reported.
 */
import { z } from 'zod';

const keys = (...names: readonly string[]) => z.object(Object.fromEntries(names.map((name) => [name, z.unknown()])));

const databaseUpdate = keys('init_query', 'update_query', 'amp_init_query', 'amp_update_query', 'refresh_rate', 'timeout');

export const javaKeys = z.looseObject({
  settings: z.looseObject({
    filesystem: keys(
      'settings_filename',
      'stored_requests_dir',
      'stored_imps_dir',
      'stored_responses_dir',
      'profiles_dir',
      'categories_dir',
    ),
    database: keys(
      'type',
      'host',
      'port',
      'dbname',
      'user',
      'password',
      'pool_size',
      'account_query',
      'stored_requests_query',
      'amp_stored_requests_query',
      'profiles_query',
      'stored_responses_query',
    ),
    s3: keys(
      'access_key_id',
      'secret_access_key',
      'session_token',
      'region',
      'endpoint',
      'bucket',
      'force_path_style',
      'accounts_dir',
      'stored_imps_dir',
      'stored_requests_dir',
      'stored_responses_dir',
    ),
    http: keys('endpoint', 'amp_endpoint', 'video_endpoint', 'category_endpoint', 'rfc3986_compatible'),
    in_memory_cache: keys('ttl_seconds', 'cache_size', 'jitter_seconds', 'notification_endpoints_enabled').extend({
      http_update: keys('endpoint', 'amp_endpoint', 'refresh_rate', 'timeout'),
      database_update: databaseUpdate,
      s3_update: keys('refresh_rate', 'timeout'),
    }),
  }),
  admin_endpoints: z.looseObject({
    storedrequest: keys('enabled', 'path', 'on_application_port', 'protected'),
    storedrequest_amp: keys('enabled', 'path', 'on_application_port', 'protected'),
  }),
});
