/** Adds the account's blocking lists to one bidder's request; lists the request already has are unchanged. */
import type { Draft } from 'immer';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import type { HookContext, HookResult } from '../hook.ts';
import { type Choice, choose, type Selector } from './choices.ts';
import { ATTRIBUTED, type Attributed, type RequestSettings } from './settings.ts';
import { ambiguous, Warnings } from './warnings.ts';

/** The lists sent to a bidder, stored for its responses. */
export interface Sent {
  readonly badv: readonly string[];
  readonly bcat: readonly string[];
  readonly bapp: readonly string[];
  /** 0: none. */
  readonly cattax: number;
  /** Media type → imp id → attributes */
  readonly battr: { readonly [type in Attributed]: { readonly [impId: string]: readonly number[] } };
}

type Change = NonNullable<HookResult['changes']>[number];

const MEDIA = ['audio', 'banner', 'native', 'video'] as const;
const mediaTypesOf = (imp: Draft<Imp>): Set<string> => new Set(MEDIA.filter((type) => imp[type]));

/** The filling of one request. */
class Filling {
  readonly request: Draft<BidRequest>;
  readonly settings: RequestSettings;
  readonly bidder: string;
  readonly changes: Change[] = [];
  readonly warnings = new Warnings();

  constructor(request: Draft<BidRequest>, settings: RequestSettings, bidder: string) {
    this.request = request;
    this.settings = settings;
    this.bidder = bidder;
  }

  choose<T>(choice: Choice<T>, mediaTypes: ReadonlySet<string>): T {
    const selector: Selector = { bidder: this.bidder, mediaTypes };
    const { value, isAmbiguous } = choose(choice, selector);
    if (isAmbiguous) this.warnings.add(ambiguous(selector));
    return value;
  }

  /** The list as sent. */
  list(name: 'badv' | 'bcat' | 'bapp', mediaTypes: ReadonlySet<string>): readonly string[] {
    const own = this.request[name];
    if (own && own.length > 0) return [...own];
    const list = this.choose<readonly string[]>(this.settings[name], mediaTypes);
    if (list.length === 0) return [];
    this.request[name] = [...list];
    this.note('bidrequest', name);
    return list;
  }

  /** A numeric list field of one format of an imp; undefined if the imp has no such format. */
  numbers(imp: Draft<Imp>, type: Attributed, name: 'btype' | 'battr', choice: Choice<readonly number[]>): readonly number[] {
    const format = imp[type] as { btype?: number[]; battr?: number[] } | undefined;
    if (!format) return [];
    const own = format[name];
    if (own && own.length > 0) return [...own];
    const list = this.choose(choice, mediaTypesOf(imp));
    if (list.length === 0) return [];
    format[name] = [...list];
    this.note('bidrequest', 'imp', type, name);
    return list;
  }

  note(...key: string[]): void {
    const isKnown = this.changes.some((change) => change.key.join('.') === key.join('.'));
    if (!isKnown) this.changes.push({ key, type: 'update' });
  }
}

/** Bids in OpenRTB 2.5 name no taxonomy. */
const namesTaxonomy = ({ info }: HookContext): boolean => info === undefined || info.openrtb.version === '2.6';

function fillTaxonomy(filling: Filling, context: HookContext): number {
  const { request, settings } = filling;
  if (request.cattax) return request.cattax;
  if (settings.cattax === 0 || !namesTaxonomy(context)) return 0;
  request.cattax = settings.cattax;
  filling.note('bidrequest', 'cattax');
  return settings.cattax;
}

function fillImps(filling: Filling): Sent['battr'] {
  const { request, settings } = filling;
  const battr: { [type in Attributed]: { [impId: string]: readonly number[] } } = { banner: {}, video: {}, audio: {} };
  for (const imp of request.imp) filling.numbers(imp, 'banner', 'btype', settings.btype);
  for (const imp of request.imp) {
    for (const type of ATTRIBUTED) {
      const list = filling.numbers(imp, type, 'battr', settings.battr[type]);
      if (list.length > 0) battr[type][imp.id] = list;
    }
  }
  return battr;
}

/** Adds the lists; what is sent to the bidder is stored under its name. */
export function fillRequest(request: Draft<BidRequest>, settings: RequestSettings, context: HookContext): HookResult {
  const { bidder = '' } = context;
  const filling = new Filling(request, settings, bidder);
  const types = new Set(request.imp.flatMap((imp) => [...mediaTypesOf(imp)]));
  const [badv, bapp, bcat] = [filling.list('badv', types), filling.list('bapp', types), filling.list('bcat', types)];
  const battr = fillImps(filling);
  const sent: Sent = { badv, bapp, bcat, battr, cattax: fillTaxonomy(filling, context) };
  return { changes: filling.changes, warnings: filling.warnings.messages, memory: { [bidder]: sent } as Ext };
}
