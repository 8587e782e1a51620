/** The floors of one auction: their source, and the chosen model group. */
import type { Floors, ModelGroup } from './read.ts';

/** The floors model of one auction. */
export interface FloorModel {
  readonly floors: Floors;
  readonly group: ModelGroup;
}

export type Location = 'noData' | 'request' | 'fetch';

export interface ChosenFloors {
  readonly floors: Floors | undefined;
  readonly location: Location;
  readonly status: string;
}
