/** The floor of an imp and its currency. */
import type { BidderError, RequestInfo, SharedRequest } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { converted } from '../../kit/money.ts';
import type { SharedImp } from '../../kit/spec.ts';

export interface Floor {
  readonly floor: number;
  readonly floor_currency: string;
}
export type FloorRule = (imp: SharedImp, request: SharedRequest, info: RequestInfo) => Floor | BidderError | undefined;

/** The currencies of the exchange, the preferred one first. */
const CURRENCIES = ['USD', 'EUR'] as const;

const acceptedIn = (cur: readonly string[] = []): string | undefined => CURRENCIES.find((one) => cur.includes(one));

export const currencyOf = ({ cur }: SharedRequest): string => acceptedIn(cur) ?? 'USD';

/** The amount as it is, in the request's currency; converted to dollars only if the request accepts neither currency. */
export const sentFloor: FloorRule = ({ bidfloor: floor = 0, bidfloorcur = '' }, { cur }, info) => {
  if (floor === 0) return undefined;
  const accepted = acceptedIn(cur);
  if (accepted) return { floor, floor_currency: accepted };
  const dollars = converted(info, floor, bidfloorcur, 'USD');
  return 'error' in dollars ? generic(dollars.error) : { floor: dollars.value, floor_currency: 'USD' };
};

export const javaCurrencyOf = ({ cur = [] }: SharedRequest): string => acceptedIn(cur.map((one) => one.toUpperCase())) ?? 'USD';

/** The amount, converted to the request's currency. */
export const javaFloor: FloorRule = ({ id, bidfloor = 0, bidfloorcur = '' }, request, info) => {
  if (bidfloor === 0) return undefined;
  const currency = javaCurrencyOf(request);
  if (bidfloorcur === '' || bidfloorcur.toUpperCase() === currency) return { floor: bidfloor, floor_currency: currency };
  const amount = converted(info, bidfloor, bidfloorcur, currency);
  if ('value' in amount) return { floor: amount.value, floor_currency: currency };
  return badInput(`Unable to convert provided bid floor currency from ${bidfloorcur} to ${currency} for imp \`${id}\``);
};
