/** Validates the store of previous auctions. */
import type { HostConfig } from '../schema.ts';

/** One line per error. */
export const previousAuctionErrors = ({ previous_auctions: { backend, key } }: Pick<HostConfig, 'previous_auctions'>): string[] =>
  backend === 'redis' && key === '' ? ['previous_auctions.key: is required with previous_auctions.backend redis'] : [];
