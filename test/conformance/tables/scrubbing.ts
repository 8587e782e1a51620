/** Topic `scrubbing`: single masks. */
import {
  withGeo,
  withoutDemographics,
  withoutDeviceIds,
  withoutEids,
  withoutField,
  withoutImpTids,
  withoutTid,
  withoutUserData,
  withoutUserExt,
} from '#src/auction/privacy/mask-fields.ts';
import type { Device, Imp, Source, User } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; user?: User | null; device?: Device | null; source?: Source; imp?: Imp[]; field?: string; ext?: string | null };

/** Extensions of these rows are strings; those that are not JSON are unchanged. */
function withoutExtIds(json: string | null | undefined): string | null {
  if (!json) return json ?? null;
  try {
    const ext = JSON.parse(json);
    const masked = withoutField(ext, 'eids');
    return masked === ext ? json : JSON.stringify(masked);
  } catch {
    return json;
  }
}

export function run({ in: row }: Row): Record<string, unknown> {
  const { op, user, device, source, imp, field, ext } = row as In;
  const onUser = (masked: (user: User) => User) => ({ user: user ? masked(user) : null });
  const onGeo = (empty: boolean) => ({ user: user ? withGeo(user, empty) : null, device: device ? withGeo(device, empty) : null });
  switch (op) {
    case 'device-ids':
      return { device: device ? withoutDeviceIds(device) : null };
    case 'user-ids':
      return onUser(withoutUserData);
    case 'user-demographics':
      return onUser(withoutDemographics);
    case 'eids':
      return onUser(withoutEids);
    case 'user-ext-field':
      return onUser((each) => withoutUserExt(each, field ?? ''));
    case 'tid':
      return { source: source ? withoutTid(source) : null, imp: imp ? withoutImpTids(imp) : null };
    case 'geo':
      return onGeo(false);
    case 'geo-full':
      return onGeo(true);
    case 'user-ext-ids':
      return { ext: withoutExtIds(ext) };
    default:
      return {};
  }
}
