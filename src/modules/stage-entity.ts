/** Entities of stages, as named in traces. */
import { type HookStage, isRejectable } from '#src/config/hook-stages.ts';
import type { HookReportDialect } from '#src/dialect/contract/hook-report.ts';

/** Entity of a stage without a bidder; stages that cannot reject are their own entity. */
const ENTITIES: { readonly [stage in HookStage]?: string } = {
  entrypoint: 'http-request',
  raw_auction_request: 'auction-request',
  processed_auction_request: 'auction-request',
};

/** The entity of a stage: the bidder's name, or the kind of payload. */
export function entityOf(stage: HookStage, dialect: Pick<HookReportDialect, 'stageName' | 'exitEntity'>, bidder: string): string {
  if (stage === 'exitpoint') return dialect.exitEntity;
  return isRejectable(stage) ? (ENTITIES[stage] ?? bidder) : dialect.stageName(stage);
}
