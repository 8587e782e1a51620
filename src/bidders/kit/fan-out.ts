/** How the imps of one bidder are spread over calls. Each takes slots and gives groups of slots, one call each. */
import type { MediaType } from '../bidder.ts';
import type { SharedImp, Slot } from './spec.ts';

type Slots<P> = readonly Slot<P>[];
type Groups<P> = readonly Slots<P>[];

/** One call for all. */
export const one = <P>(slots: Slots<P>): Groups<P> => [slots];

/** One call an imp. */
export const perImp = <P>(slots: Slots<P>): Groups<P> => slots.map((slot) => [slot]);

/** Calls of at most `size` imps. */
export const chunks = <P>(slots: Slots<P>, size: number): Groups<P> =>
  Array.from({ length: Math.ceil(slots.length / size) }, (_, i) => slots.slice(i * size, (i + 1) * size));

/** One call for all imps that share a key; groups in order of appearance. */
export const groupBy = <P>(slots: Slots<P>, key: (slot: Slot<P>) => string | number | undefined): Groups<P> => [
  ...Map.groupBy(slots, key).values(),
];

/** One call an imp and media type: each imp goes out once for each of its types in `order`, the other types left out. */
export const perFormat = <P>(slots: Slots<P>, order: readonly MediaType[]): Groups<P> =>
  slots.flatMap((slot) => formatsOf(slot.imp, order).map((format) => [{ ...slot, imp: onlyFormat(slot.imp, format) }]));

/** One call a media type: all imps that have it, the other types left out; groups in the order of `order`. */
export const byFormat = <P>(slots: Slots<P>, order: readonly MediaType[]): Groups<P> =>
  order
    .map((format) => slots.filter(({ imp }) => imp[format]).map((slot) => ({ ...slot, imp: onlyFormat(slot.imp, format) })))
    .filter((group) => group.length > 0);

/** The media types an imp has, in the order asked for. */
export const formatsOf = (imp: SharedImp, order: readonly MediaType[]): readonly MediaType[] => order.filter((format) => imp[format]);

/** The imp with one of its media types left. */
export const onlyFormat = (imp: SharedImp, format: MediaType): SharedImp => ({
  ...imp,
  banner: undefined,
  video: undefined,
  audio: undefined,
  native: undefined,
  [format]: imp[format],
});
