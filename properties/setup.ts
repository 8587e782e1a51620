/** Properties run with one seed, so that a run can be repeated; `PROPERTY_SEED=random` looks for news. */
import fc from 'fast-check';
import { runs } from './runs.ts';

const { PROPERTY_SEED } = process.env;
fc.configureGlobal({ ...runs(100), ...(PROPERTY_SEED !== 'random' && { seed: Number(PROPERTY_SEED ?? 20_261_121) }) });
