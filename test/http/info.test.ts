import { expect, test } from 'vitest';
import { registerInfo } from '#src/http/info.ts';
import { makeServer } from '#src/http/server.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

async function get(path: string, variant: 'go' | 'java' = 'go') {
  const off = aBidder('off', { info: hostInfo({ enabled: false, endpoint: 'https://off.example', capabilities: { app: ['banner'] } }) });
  const known = variant === 'java' ? [off] : [aBidder('alpha'), aBidder('beta')];
  const services = testServices({ settings: { variant }, bidders: registryOf(...known) });
  const app = makeServer(services);
  registerInfo(app, services);
  const { statusCode, headers, body } = await app.inject(path);
  await app.close();
  return { status: statusCode, type: headers['content-type'], body };
}

test('/info/bidders lists them, and reports an invalid parameter', async () => {
  expect(await get('/info/bidders')).toEqual({ status: 200, type: 'application/json', body: '["alpha","beta"]' });
  expect(await get('/info/bidders?enabledonly=TRUE&baseadaptersonly=false')).toMatchObject({ status: 200, body: '["alpha","beta"]' });
  expect(await get('/info/bidders?baseadaptersonly=no&enabledonly=')).toEqual({
    status: 400,
    type: 'text/plain; charset=utf-8',
    body: "Invalid value for 'enabledonly' query param, must be of boolean type",
  });
  const { status, body } = await get('/info/bidders?baseadaptersonly=no&enabledonly=true');
  expect([status, body]).toEqual([400, "Invalid value for 'baseadaptersonly' query param, must be of boolean type"]);
});

test('/info/bidders/… accepts names in any case and returns 404 for others', async () => {
  const one = await get('/info/bidders/ALPHA');
  expect(one).toMatchObject({ status: 200, type: 'application/json' });
  expect(JSON.parse((await get('/info/bidders/All')).body)).toMatchObject({ alpha: JSON.parse(one.body), beta: { status: 'ACTIVE' } });
  expect(await get('/info/bidders/nobody')).toEqual({ status: 404, type: undefined, body: '' });
});

test('the Java variant describes disabled bidders, and reports an invalid parameter as JSON', async () => {
  expect(JSON.parse((await get('/info/bidders/OFF', 'java')).body)).toMatchObject({
    status: 'DISABLED',
    usesHttps: true,
    capabilities: { app: { mediaTypes: ['banner'] } },
  });
  expect(await get('/info/bidders?enabledonly=x', 'java')).toMatchObject({ status: 400, type: 'application/json' });
});

test('/bidders/params has one schema per bidder', async () => {
  const { status, type, body } = await get('/bidders/params');
  expect([status, type, Object.keys(JSON.parse(body) as object)]).toEqual([200, 'application/json', ['alpha', 'beta']]);
});

test('the aliases of the default request are listed if the host wants it, after its own names', async () => {
  const defaultRequest = { ext: { srv: { aliases: { other: 'alpha', beta: 'alpha', lost: 'nobody' } } } };
  const fetchInfo = async (alias_info: boolean, path: string) => {
    const settings = { default_request: { alias_info } };
    const services = { ...testServices({ settings, bidders: registryOf(aBidder('alpha'), aBidder('beta')) }), defaultRequest };
    const app = makeServer(services);
    registerInfo(app, services);
    const { statusCode, body } = await app.inject(path);
    await app.close();
    return statusCode === 200 ? (JSON.parse(body) as unknown) : statusCode;
  };
  expect([await fetchInfo(true, '/info/bidders'), await fetchInfo(true, '/info/bidders?baseadaptersonly=true')]).toEqual([
    ['alpha', 'beta', 'other'],
    ['alpha', 'beta'],
  ]);
  expect(await fetchInfo(true, '/info/bidders/other')).toMatchObject({ status: 'ACTIVE', aliasOf: 'alpha' });
  expect(await fetchInfo(true, '/info/bidders/all')).toMatchObject({ other: { aliasOf: 'alpha' } });
  expect([await fetchInfo(true, '/bidders/params'), await fetchInfo(false, '/bidders/params')]).toEqual([
    { alpha: {}, beta: {}, other: {} },
    { alpha: {}, beta: {} },
  ]);
  expect([
    await fetchInfo(true, '/info/bidders/lost'),
    await fetchInfo(false, '/info/bidders/other'),
    await fetchInfo(false, '/info/bidders'),
  ]).toEqual([404, 404, ['alpha', 'beta']]);
});
