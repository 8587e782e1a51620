import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { withFirstSize } from '../kit/objects.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';
import { bannerMessage } from './families/sized-banner.ts';

const SDK = { displaymanager: 'di_prebid', displaymanagerver: '2.0.0' };

const MESSAGES = { noBanner: 'We need a Banner Object in the request', noSize: 'At least one size is required' };

export default defineBidder({
  code: 'deepintent',
  endpoint: 'https://prebid.deepintent.com/prebid',
  maintainer: 'prebiddev@deepintent.com',
  vendorId: 541,
  capabilities: { app: ['banner'], site: ['banner'] },
  geoscope: ['USA'],
  sync: {
    redirect: {
      url: 'https://match.deepintent.com/usersync/136?id=unk&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ tagId: z.string() }),

  badParams: (cause, { id }, step) =>
    badInput(step === 'ext' ? `Impression id=${id} has an Error: ${cause}` : `Impression id=${id}, has invalid Ext`),
  imp: ({ imp, params: { tagId } }) => {
    const message = bannerMessage(imp, MESSAGES);
    return message === undefined ? { ...SDK, tagid: tagId ?? '', banner: withFirstSize(imp.banner) } : badInput(message);
  },
  fanout: perImp,
  status: onlyOk(unexpectedStatus),
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ impid }, { request }) => (impOf(request, impid) ? 'banner' : badInput(`Failed to find impression ${impid} `)),
  },
  java: {
    checkImp: (imp) => {
      const message = bannerMessage(imp, MESSAGES);
      return message === undefined ? undefined : badInput(`${message}, imp : ${imp.id}`);
    },
    badParams: (_, { id }) => badInput(`Impression id=${id}, has invalid Ext`),
    response: {
      mediaType: ({ impid }, { request }) => (impOf(request, impid) ? 'banner' : badServer(`Failed to find impression with id: ${impid}`)),
      onBadBid: 'abort',
    },
  },
});
