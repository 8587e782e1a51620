/** One recorded case, in the format of the corpus's README. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ext } from '#src/openrtb/ext.ts';

export interface CaseRequest {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly cookies?: Record<string, string>;
  readonly remoteAddr?: string;
  readonly body?: Ext;
  readonly bodyText?: string;
  readonly form?: Record<string, string>;
  readonly gzipBody?: boolean;
  readonly admin?: boolean;
  readonly stage?: string;
  readonly userIds?: Record<string, string>;
  readonly startTimeMs?: number;
  readonly requestType?: 'openrtb2-web' | 'amp';
  readonly validateMultiBidFirst?: boolean;
  readonly impInfoFromFirstImp?: boolean;
  readonly [more: string]: unknown;
}

export interface Stub {
  readonly method?: string;
  readonly path?: string;
  readonly query?: Record<string, unknown>;
  readonly headers?: Record<string, unknown>;
  readonly expectRequest?: unknown;
  readonly expectText?: string;
  readonly expectCachePuts?: Ext;
  readonly ignoreArrayOrder?: boolean;
  readonly ignoreExtraMembers?: boolean;
  readonly noBody?: boolean;
  readonly response: {
    readonly status?: number;
    readonly body?: unknown;
    readonly bodyText?: string;
    readonly headers?: Record<string, string>;
    readonly delayMs?: number;
    readonly cacheIds?: Record<string, string>;
  };
}

export interface EchoMock {
  readonly kind: 'echo';
  readonly currency: string;
  readonly price: number;
  readonly dealid?: string;
  readonly seat?: string;
}

export interface HttpMock {
  readonly kind: 'http';
  readonly calls: readonly Stub[];
}

/** Boundary `exchange`: the function that replaces a bidder. */
export interface FunctionMock {
  readonly kind?: undefined;
  readonly expectRequest?: Ext;
  readonly expectBidAdjustments?: unknown;
  readonly vastModificationAllowed?: boolean;
  readonly response?: {
    readonly seatBids?: readonly Ext[];
    readonly errors?: readonly ({ readonly code: number; readonly message: string } | string)[];
    readonly httpCalls?: readonly Ext[];
  };
}

export interface Mocks {
  readonly bidders?: Readonly<Record<string, EchoMock | HttpMock | FunctionMock>>;
  readonly cache?: { readonly kind: 'counter' | 'record' } | HttpMock;
  readonly exchange?: Ext & { readonly kind: 'nobid' | 'empty' | 'amp-canned' | 'canned' | 'fails' };
  readonly http?: readonly Stub[] | HttpMock;
}

export interface Case {
  readonly name: string;
  readonly group: string;
  readonly source: 'go' | 'java';
  readonly boundary: 'http' | 'exchange' | 'stage';
  readonly flaky?: boolean;
  readonly config?: Ext;
  readonly request: CaseRequest;
  readonly mocks?: Mocks;
  readonly expect: Ext;
}

/** The cases of a folder by group. */
export function readCases(dir: string, only: readonly string[]): Map<string, Case[]> {
  const groups = new Map<string, Case[]>();
  for (const file of readdirSync(dir).sort()) {
    if (!file.endsWith('.jsonl')) continue;
    const group = file.slice(0, -'.jsonl'.length);
    if (only.length > 0 && !only.includes(group)) continue;
    const lines = readFileSync(join(dir, file), 'utf8').split('\n');
    groups.set(
      group,
      lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Case),
    );
  }
  return groups;
}
