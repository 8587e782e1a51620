import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#src/config/migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('placeholders of variables stay in the new file, except in values that are converted or name settings', () => {
  const file = join(folder, 'application.yaml');
  writeFileSync(
    file,
    `
gdpr.default-value: 0
server.http.port: \${HTTP_PORT:8080}
external-url: https://\${NAME}
status-response: \${external-url}
auction.blocklisted-accounts: \${BLOCKED}
settings.database: { type: mysql, host: db, dbname: d, password: '\${SECRET}', account-query: select %ACCOUNT_ID% }
`,
  );
  const { tree, errors } = migrate({ files: [file], environment: { NAME: 'a.example', BLOCKED: 'a,b', SECRET: 's' } }, 'java');
  expect(errors).toEqual([]);
  expect(tree).toMatchObject({
    port: '${HTTP_PORT:8080}',
    external_url: 'https://${NAME}',
    status_response: 'https://a.example',
    blocked_accounts: ['a', 'b'],
    accounts: { database: { connection: { password: '${SECRET}' } } },
  });
});
