import { copyAssetType } from '#src/auction/collect/native-assets.ts';
import type { NativeAsset } from '#src/openrtb/native-request.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly asset: Record<string, unknown> | null;
  readonly request: { readonly assets?: readonly NativeAsset[] | null } | null;
}

export function run(row: Row): Record<string, unknown> {
  const { request, ...given } = row.in as unknown as Input;
  const asset = given.asset ?? {};
  const error = copyAssetType(asset, request?.assets ?? [], dialects[row.variant ?? 'go'].collect.native);
  const typeOf = (part: unknown): unknown => part && { type: (part as { type?: number }).type };
  return { error, img: typeOf(asset['img']), data: typeOf(asset['data']) };
}
