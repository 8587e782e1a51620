/** Boundary `http`: the case's request through the HTTP edge (Fastify inject), observed from outside and, if requested, inside. */
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Services } from '#src/auction/services.ts';
import { publicApp } from '#src/host/app.ts';
import { Admission } from '#src/http/admission.ts';
import { bareHost, type RecordedHost } from './bare-host.ts';
import { type Captured, cannedStages, listening } from './capture.ts';
import type { Case, CaseRequest } from './case.ts';
import { backendDifference } from './expect-backends.ts';
import { responseDifference } from './expect-response.ts';
import { anyValues } from './parts.ts';

/** Sends the case's request; the path may belong to the admin app. */
export async function send(app: FastifyInstance, request: CaseRequest): Promise<LightMyRequestResponse> {
  const { method = 'GET', path = '/', query, headers = {}, cookies, remoteAddr = '', body, bodyText, form, gzipBody } = request;
  const text = bodyText ?? (body === undefined ? undefined : JSON.stringify(body)) ?? (form && new URLSearchParams(form).toString());
  const payload = text !== undefined && gzipBody ? gzipSync(text) : text;
  const cookie =
    cookies &&
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  return app.inject({
    method: method as 'GET',
    url: query === undefined ? path : `${path}?${query}`,
    headers: {
      'user-agent': '',
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    remoteAddress: remoteAddr.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''),
    ...(payload === undefined ? {} : { payload }),
  });
}

/** An app over these services that records its data. */
export function appOf(services: Services, captured: Captured, one: Case): { app: FastifyInstance; admission: Admission } {
  const admission = new Admission(services.config.admission);
  const over = one.mocks?.exchange ? cannedStages(one.mocks.exchange) : {};
  return { app: publicApp({ services, stages: listening(captured, over), admission }, 'test', anyValues()), admission };
}

/** First difference; undefined: the case passes. */
export async function runHttp(one: Case): Promise<string | undefined> {
  const host: RecordedHost = bareHost(one);
  const captured: Captured = {};
  const { app, admission } = appOf(host.services, captured, one);
  try {
    const response = await send(app, one.request);
    return responseDifference(one, response) ?? backendDifference(one, captured, host);
  } finally {
    admission.stop();
    await app.close();
  }
}
