/** Strategies for distributing a bidder's imps over calls. Each takes imps and returns groups of imps, one call each. */
import type { MediaType } from '../bidder.ts';
import type { Group, ImpWithParams, SharedImp } from './spec.ts';

type Groups<P> = readonly Group<P>[];

/** One call for all imps. */
export const one = <P>(imps: Group<P>): Groups<P> => [imps];

/** One call per imp. */
export const perImp = <P>(imps: Group<P>): Groups<P> => imps.map((item) => [item]);

/** Calls of at most `size` imps. */
export const chunks = <P>(imps: Group<P>, size: number): Groups<P> =>
  Array.from({ length: Math.ceil(imps.length / size) }, (_, i) => imps.slice(i * size, (i + 1) * size));

/** One call for all imps that share a key; groups in order of appearance. */
export const groupBy = <P>(imps: Group<P>, key: (item: ImpWithParams<P>) => string | number | undefined): Groups<P> => [
  ...Map.groupBy(imps, key).values(),
];

/** One call per imp and media type: each imp is sent once for each of its types in `order`, without its other types. */
export const perFormat = <P>(imps: Group<P>, order: readonly MediaType[]): Groups<P> =>
  imps.flatMap((item) => formatsOf(item.imp, order).map((format) => [{ ...item, imp: onlyFormat(item.imp, format) }]));

/** The media types of an imp, in the given order. */
export const formatsOf = (imp: SharedImp, order: readonly MediaType[]): readonly MediaType[] => order.filter((format) => imp[format]);

/** The imp reduced to one of its media types. */
export const onlyFormat = (imp: SharedImp, format: MediaType): SharedImp => ({
  ...imp,
  banner: undefined,
  video: undefined,
  audio: undefined,
  native: undefined,
  [format]: imp[format],
});
