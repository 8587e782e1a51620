import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { notAString } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byExtField, byImp, firstOf } from '../kit/media-type.ts';
import { impNotFound } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import type { SharedImp } from '../kit/spec.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

/** `TagID` in exactly this spelling; other params are not read. */
function tagOf(ext: SharedImp['ext']): unknown {
  const bidder: unknown = isObject(ext) ? ext['bidder'] : undefined;
  return isObject(bidder) ? bidder['TagID'] : undefined;
}

export default defineBidder({
  code: 'colossus',
  endpoint: 'http://colossusssp.com/?c=o&m=rtb',
  maintainer: 'support@colossusmediassp.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  sync: {
    redirect: {
      url: 'https://sync.colossusssp.com/pbs.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: where(z.object({ TagID: z.string().optional(), groupId: z.string().optional() }), { oneOf: [has('TagID'), has('groupId')] }),

  readParams: 'never',
  imp: ({ imp: { ext } }) => {
    const tag = tagOf(ext);
    if (tag === undefined) return undefined;
    return typeof tag === 'string' ? { tagid: tag } : generic(notAString(tag));
  },
  fanout: perImp,
  status: onlyOk(unexpectedStatus),
  response: {
    currency: { fixed: 'USD' },
    mediaType: firstOf(
      byExtField('mediaType', { types: { banner: 'banner', native: 'native', video: 'video' } }),
      byImp({ order: ['banner', 'video', 'native'], otherwise: ({ impid }) => badInput(impNotFound(impid)) }),
    ),
  },
  java: {
    aliases: { colossusssp: {} },
    imp: ({ imp: { ext } }) => {
      const tag = tagOf(ext);
      return { tagid: typeof tag === 'string' ? tag : undefined };
    },
    response: {
      mediaType: firstOf(
        byExtField('mediaType'),
        byImp({ order: ['banner', 'video', 'native'], otherwise: ({ impid }) => badServer(`Failed to find impression for ID: ${impid}`) }),
      ),
    },
  },
});
