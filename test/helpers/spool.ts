/** Events that a spool still has to deliver. */
import type { SpoolRecord } from '#src/analytics/spool/record.ts';
import { Segment } from '#src/analytics/spool/segment.ts';

/** Records of a file that were not delivered. */
export async function undelivered(path: string): Promise<readonly SpoolRecord[]> {
  const { segment } = await Segment.reopen(path);
  const taken = segment.unread > 0 ? await segment.take(segment.unread, segment.unreadBytes) : undefined;
  await segment.close();
  return taken?.records ?? [];
}
