/** Ids of the user in `user.ext.data`. */
import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { asObject, field } from '../../kit/decode.ts';
import { readerOf } from '../../kit/reader.ts';

const uid = z.object({ id: z.string(), atype: z.int() });
const readData = readerOf(z.object({ eids: z.array(z.object({ source: z.string(), uids: z.array(uid) })) }));

/** `user.ext.data.eids` if one of them has an id, else `undefined`; an error if it is malformed. */
export function userEids(user: SharedRequest['user']): unknown | BidderError {
  const ext = asObject(user?.ext ?? null);
  if ('error' in ext) return badInput('Invalid user.ext.');
  const data = field(ext.value, 'data') ?? null;
  const found = readData(data);
  if ('error' in found) return badInput('Invalid user.ext.data.');
  return found.value.eids?.some(({ uids: [first] = [] }) => first?.id) ? field(object(data), 'eids') : undefined;
}
