/**
 * Limits for floors addresses that requests name: callers can make up any number, which must not displace the addresses in settings. Those
 * count for nothing here.
 */
import type { HostConfig } from '#src/config/schema.ts';

/** An address as named by a request. */
export interface NamedAddress {
  readonly accountId: string;
  readonly url: string;
}

/** Share of all addresses that requests may name. */
const SHARE = 0.5;

type Limits = Pick<HostConfig['price_floors']['fetcher'], 'capacity' | 'max_addresses_per_account' | 'max_addresses_per_host'>;

export class FloorsBudget {
  readonly #limits: Limits;
  readonly #byAccount = new Map<string, number>();
  readonly #byHost = new Map<string, number>();
  #all = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Whether one more address fits: of all, of its account, of its host. */
  admits({ accountId, url }: NamedAddress): boolean {
    const { capacity, max_addresses_per_account: perAccount, max_addresses_per_host: perHost } = this.#limits;
    if (this.#all >= capacity * SHARE) return false;
    return (this.#byAccount.get(accountId) ?? 0) < perAccount && (this.#byHost.get(hostOf(url)) ?? 0) < perHost;
  }

  add(address: NamedAddress): void {
    this.#count(address, 1);
  }

  remove(address: NamedAddress): void {
    this.#count(address, -1);
  }

  #count({ accountId, url }: NamedAddress, change: 1 | -1): void {
    this.#all += change;
    countIn(this.#byAccount, accountId, change);
    countIn(this.#byHost, hostOf(url), change);
  }
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? '';

function countIn(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
