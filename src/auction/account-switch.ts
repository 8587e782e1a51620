/** Switches of an account that may differ by the type of the request. */
import type { RequestType } from './auction.ts';

interface Switch {
  readonly enabled?: boolean | undefined;
  readonly channel_enabled: { readonly [C in RequestType]?: boolean | undefined };
}

/** The account's switch for the request type, else its general one, else the host's. */
export const isSwitchedOn = (account: Switch, requestType: RequestType, host: boolean): boolean =>
  account.channel_enabled[requestType] ?? account.enabled ?? host;
