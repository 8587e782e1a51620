/** Topic `scrubbing`: single cuts. */
import {
  withGeo,
  withoutDemographics,
  withoutDeviceIds,
  withoutEids,
  withoutImpTids,
  withoutMember,
  withoutTid,
  withoutUserData,
  withoutUserExt,
} from '#src/auction/privacy/mask-fields.ts';
import type { Device, Imp, Source, User } from '#src/wire/ortb.ts';
import type { Row } from '../suites/tables.ts';

type In = { op: string; user?: User | null; device?: Device | null; source?: Source; imp?: Imp[]; field?: string; ext?: string | null };

/** Extensions of these rows are texts; those that are no JSON stay as they are. */
function withoutExtIds(text: string | null | undefined): string | null {
  if (!text) return text ?? null;
  try {
    const ext = JSON.parse(text);
    const cut = withoutMember(ext, 'eids');
    return cut === ext ? text : JSON.stringify(cut);
  } catch {
    return text;
  }
}

export function run({ in: row }: Row): Record<string, unknown> {
  const { op, user, device, source, imp, field, ext } = row as In;
  const onUser = (cut: (user: User) => User) => ({ user: user ? cut(user) : null });
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
