import {
  applyIosLmt,
  classifyIos,
  isIosApp,
  lmtByIfa,
  lmtByTracking,
  parseIosVersion,
  readTrackingStatus,
  SEMANTIC,
} from '#src/auction/validate/ios-lmt.ts';
import type { BidRequest, Device } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly request: BidRequest | null;
  readonly device: Device | null;
  readonly osv: string | null;
  readonly ext: string | null;
}

const NO_REQUEST: BidRequest = { id: '', imp: [] };

/** Text that may not be JSON remains a string. */
function fromString(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
}

const operations: { readonly [op: string]: (input: Input) => Record<string, unknown> } = {
  apply: ({ request: given }) => {
    const request = given ?? NO_REQUEST;
    applyIosLmt(request, SEMANTIC);
    return { lmt: request.device?.lmt };
  },
  'apply-14-0': ({ device }) => ({ lmt: lmtByIfa(device ?? {}) }),
  'apply-14-1': ({ device }) => ({ lmt: lmtByIfa(device ?? {}) }),
  'apply-14-2': ({ device }) => ({ lmt: lmtByTracking(device ?? {}) }),
  'is-ios-app': ({ request }) => ({ ios: isIosApp(request ?? NO_REQUEST) }),
  version: ({ osv }) => {
    const version = parseIosVersion(osv ?? '', SEMANTIC);
    return 'error' in version ? version : { ...version.value };
  },
  class: ({ osv }) => ({ class: classifyIos(osv ?? '', SEMANTIC) }),
  atts: ({ ext }) => {
    const status = readTrackingStatus(fromString(ext));
    return status === 'invalid' ? { error: true } : { atts: status };
  },
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return operations[input.op]?.(input) ?? {};
}

/** The `lmt` of a row is exact: 0 differs from absent. */
export function compare(row: Row, made: Record<string, unknown>): string | undefined {
  return Object.entries(row.out)
    .map(([name, wanted]) => {
      const given = made[name] ?? null;
      const same = name === 'error' ? (wanted === true ? Boolean(given) : given === wanted) : given === wanted;
      return same ? undefined : `$.${name}: wanted ${wanted}, made ${given}`;
    })
    .find((difference) => difference !== undefined);
}
