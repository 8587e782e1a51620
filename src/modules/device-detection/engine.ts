/** The contract between the device detection modules and a detection engine, which is a vendor's product and not part of this host. */
import type { MaybeLater } from '#src/lang/later.ts';

/** HTTP headers as a browser would send them; names in any case. */
export interface Evidence {
  readonly [header: string]: string;
}

/** The vendor's values by property or capability name. */
export interface Detected {
  readonly [property: string]: unknown;
}

/** A started engine. */
export interface DetectionEngine {
  /** The values of the device; undefined: unknown device. May throw or reject: then nothing is filled. */
  detect(evidence: Evidence): MaybeLater<Detected | undefined>;
  /** Releases memory, files and timers. */
  close?(): MaybeLater<void>;
}
