/** Recorded cases that a row of the decisions makes unreachable. Nothing else may be excused. Key: `suite/group/case name`. */

export interface Deviation {
  /** Row of `decisions.md`. */
  readonly row: number;
  readonly why: string;
}

export const deviations: Readonly<Record<string, Deviation>> = {};
