/** Boundary `http`: the case's request through the HTTP edge (Fastify inject), looked at from outside and, where asked, behind. */
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { publicApp } from '#src/app.ts';
import type { Services } from '#src/auction/services.ts';
import { Admission } from '#src/http/admission.ts';
import { bareHost, type RecordedHost } from './bare-host.ts';
import { type Captured, cannedStages, listening } from './capture.ts';
import type { Case, CaseRequest } from './case.ts';
import { answerDifference } from './expect-answer.ts';
import { behindDifference } from './expect-behind.ts';
import { anyValues } from './parts.ts';

/** Sends the case's request; the path may lie on the admin app. */
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

/** An app over these services that tells what went through. */
export function appOf(services: Services, captured: Captured, one: Case): { app: FastifyInstance; admission: Admission } {
  const admission = new Admission(services.config.admission, services.metrics);
  const over = one.mocks?.exchange ? cannedStages(one.mocks.exchange) : {};
  return { app: publicApp({ services, stages: listening(captured, over), admission }, 'test', anyValues()), admission };
}

/** First difference; undefined: the case passes. */
export async function runHttp(one: Case): Promise<string | undefined> {
  const host: RecordedHost = bareHost(one);
  const captured: Captured = {};
  const { app, admission } = appOf(host.services, captured, one);
  try {
    const answer = await send(app, one.request);
    return answerDifference(one, answer) ?? behindDifference(one, captured, host);
  } finally {
    admission.stop();
    await app.close();
  }
}
