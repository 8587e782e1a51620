/** Properties run with a fixed seed, so that a run is repeatable; `PROPERTY_SEED=random` searches for new failures. */
import fc from 'fast-check';
import { runs } from './runs.ts';

const { PROPERTY_SEED } = process.env;
fc.configureGlobal({ ...runs(100), ...(PROPERTY_SEED !== 'random' && { seed: Number(PROPERTY_SEED ?? 20_261_121) }) });
