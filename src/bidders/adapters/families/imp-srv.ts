/** `srv` for partners that take only some of its fields. */
import type { ImpSrv } from '#src/openrtb/ext.ts';
import { extFields } from '#src/openrtb/ext-shapes.ts';

/** `adunitcode` may have any type and is therefore not in the shape. */
const FIELDS: ReadonlySet<string> = new Set([...extFields('ImpSrv'), 'adunitcode']);

/** The object with the fields of `imp.ext.srv` only. */
export const knownSrv = (srv: object): ImpSrv => Object.fromEntries(Object.entries(srv).filter(([name]) => FIELDS.has(name)));
