/** Chrome's topics of interest. */
export interface TopicsDialect {
  /** Invalid elements count towards the limit. */
  readonly countsInvalid: boolean;
  /** Whether a version of the classifier is supported. @param version `v=…` */
  isVersion(version: string): boolean;
}
