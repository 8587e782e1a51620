/** `ext.srv.modules` in the Java variant's format. */
import type { AnalyticsTags, TagResult } from '#src/modules/analytics-tags.ts';
import { rounded } from '#src/modules/report.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { HookReportDialect } from '../contract/hook-report.ts';

/** Bidders are listed. */
const tagsOf = ({ activities }: AnalyticsTags): Ext => ({
  activities: activities.map(({ results, ...activity }) => ({ ...activity, ...(results ? { results: results.map(tagOf) } : {}) })),
});

function tagOf({ appliedto, ...result }: TagResult): Ext {
  if (!appliedto) return result;
  const { bidder, ...places } = appliedto;
  return { ...result, appliedto: bidder === undefined ? places : { ...places, bidders: [bidder] } };
}

export const hookReport: HookReportDialect = {
  time: 'executiontimemillis',
  results: 'invocationresults',
  stageName: (stage) => stage.replaceAll('_', '-'),
  exitEntity: 'http-response',
  result: ({ module, hook, status, action, message, debug, tags, ms }, level) => ({
    hookid: { 'module-code': module, 'hook-impl-code': hook },
    executiontimemillis: rounded(ms),
    status,
    ...(message ? { message } : {}),
    ...(action ? { action } : {}),
    ...(level === 'verbose' && debug.length > 0 ? { debugmessages: debug } : {}),
    ...(level === 'verbose' && tags ? { analyticstags: tagsOf(tags) } : {}),
  }),
  tags: tagsOf,
};
