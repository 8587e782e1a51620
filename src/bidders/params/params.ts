import type { BidderDefinition } from '../bidder.ts';
import { type Schema, toDraft4 } from './schema.ts';
import { compileValidator, type Validator } from './validator.ts';

/** Params of one definition, shared by its aliases: schema and validator are made on first use. */
export class Params {
  readonly #definition: BidderDefinition;
  #schema: Schema | undefined;
  #validator: Validator | undefined;

  constructor(definition: BidderDefinition) {
    this.#definition = definition;
  }

  get schema(): Schema {
    this.#schema ??= this.#definition.schema ?? toDraft4(this.#definition.params);
    return this.#schema;
  }

  get validator(): Validator {
    this.#validator ??= compileValidator(this.schema);
    return this.#validator;
  }
}
