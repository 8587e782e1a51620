/** Properties run with one seed, so that a run can be repeated; `PROPERTY_SEED=random` looks for news. */
import fc from 'fast-check';

const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED ?? 20_261_121) });
