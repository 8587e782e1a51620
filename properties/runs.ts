/**
 * Number of runs of properties. Every property names the number that its input space needs; one scale applies to all. `PROPERTY_SCALE` is a
 * factor (default 1); the nightly run uses 10.
 */
const scale = Number(process.env['PROPERTY_SCALE'] ?? 1);
if (!(scale > 0)) throw new Error(`PROPERTY_SCALE is a number above 0, not ${JSON.stringify(process.env['PROPERTY_SCALE'])}`);

/** The runs of a property with `base` runs, as an argument of `fc.assert`; at least 5. */
export const runs = (base: number): { readonly numRuns: number } => ({ numRuns: Math.max(5, Math.round(base * scale)) });
