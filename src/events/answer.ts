/** What the endpoints of events answer, without HTTP around it. */

/** Plain text, or nothing where the body is empty. */
export interface TextAnswer {
  readonly status: number;
  readonly body: string;
}

export interface EventAnswer extends TextAnswer {
  /** The pixel instead of the body. */
  readonly pixel?: boolean | undefined;
}

export interface VtrackAnswer extends TextAnswer {
  readonly json: boolean;
}

export const ACCOUNT_NEEDED = "Account 'a' is required query parameter and can't be empty";
