/** Sizes (px) of which the exchange has most creatives. */

export interface Size {
  readonly w: number;
  readonly h: number;
}

export const GO_POPULAR_SIZES: readonly Size[] = [
  { w: 225, h: 150 },
  { w: 1080, h: 607 },
  { w: 300, h: 250 },
  { w: 1080, h: 1620 },
  { w: 1280, h: 720 },
  { w: 640, h: 360 },
  { w: 1080, h: 1920 },
  { w: 720, h: 1280 },
];

/** The same sizes in the order in which the Java variant sends them. */
export const JAVA_POPULAR_SIZES: readonly Size[] = [
  { w: 1080, h: 1920 },
  { w: 640, h: 360 },
  { w: 1080, h: 607 },
  { w: 1080, h: 1620 },
  { w: 300, h: 250 },
  { w: 1280, h: 720 },
  { w: 720, h: 1280 },
  { w: 225, h: 150 },
];
