/** Topic `floors-minimum`: the minimum floor of an imp, and of request and fetched floors together. */

import { impMinimum, mergedMinimum } from '#src/auction/floors/minimum.ts';
import { type Floors, readFloors } from '#src/auction/floors/read.ts';
import type { RateTable } from '#src/auction/pricing/currency.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { converterOf } from '#test/helpers/conversions.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; rates: RateTable | null; floors: Ext; imp: Imp | null; request: Ext; fetched: Ext };

const floorsOf = (value: Ext): Floors => readFloors(value) ?? { raw: {} };

export function run(row: Row): Record<string, unknown> {
  const { op, rates, floors, imp, request, fetched } = row.in as In;
  const convert = converterOf(rates ?? {});
  if (op === 'resolve-min') return { ...mergedMinimum(floorsOf(request), floorsOf(fetched), convert) };
  const minimum = impMinimum(imp ?? ({} as Imp), floorsOf(floors), floorsOf(floors).data?.modelGroups[0], convert);
  return 'error' in minimum ? minimum : { ...minimum.value };
}
