import type { BidderDefinition } from '../bidder.ts';
import { type Schema, toDraft4 } from './schema.ts';
import { compileValidator, type Validator } from './validator.ts';

type Described = Partial<Pick<BidderDefinition, 'params' | 'schema'>>;

/** Params of one definition, shared by its aliases: schema and validator are made on first use. */
export class Params {
  readonly #sources: readonly Described[];
  #schema: Schema | undefined;
  #validator: Validator | undefined;

  /** @param sources the first that describes params counts */
  constructor(...sources: readonly [...Described[], BidderDefinition]) {
    this.#sources = sources;
  }

  get schema(): Schema {
    if (this.#schema) return this.#schema;
    for (const source of this.#sources) {
      this.#schema = source.schema ?? (source.params && toDraft4(source.params));
      if (this.#schema) return this.#schema;
    }
    return {};
  }

  get validator(): Validator {
    this.#validator ??= compileValidator(this.schema);
    return this.#validator;
  }
}
