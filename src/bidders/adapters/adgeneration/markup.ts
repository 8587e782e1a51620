/** The markup of a bid: an ad's page, or VAST in a player, with a beacon in its body. */

export interface Ad {
  readonly ad?: string | undefined;
  readonly beacon?: string | undefined;
  readonly vastxml?: string | undefined;
}

/** Removes the tags of a body from what is between the first `<body>` and the last `</body>`. */
export type StripBody = (body: string) => string;

export const stripFirstTags: StripBody = (body) => body.replace('<body>', '').replace('</body>', '');
export const stripOpeningTags: StripBody = (body) => body.replaceAll('<body>', '');

export function toMarkup({ ad = '', beacon = '', vastxml = '' }: Ad, impId: string, strip: StripBody): string {
  const page = vastxml === '' ? ad : inPlayer(vastxml, impId);
  const complete = page.replace(/<\/\s?body>/g, (tag) => `${withGroups(beacon, tag)}</body>`);
  return bodyOf(complete, strip) || complete;
}

const inPlayer = (vast: string, impId: string): string =>
  `<body><div id="apvad-${impId}"></div><script type="text/javascript" id="apv" src="https://cdn.apvdr.com/js/VideoAd.min.js"></script>` +
  `<script type="text/javascript"> (function(){ new APV.VideoAd({s:"${impId}"}).load('${vast}'); })(); </script></body>`;

/** Beacons are templates: `$0` is the replaced tag, other groups are empty, `$$` is a dollar sign. */
const withGroups = (beacon: string, tag: string): string =>
  beacon.replace(/\$(?:(\$)|\{(\w+)\}|(\w+))/g, (_, dollar?: string, braced?: string, plain?: string) =>
    dollar === '$' ? dollar : (braced ?? plain) === '0' ? tag : '',
  );

function bodyOf(page: string, strip: StripBody): string {
  const start = page.indexOf('<body>');
  const end = page.lastIndexOf('</body>');
  return start < 0 || end < start ? '' : strip(page.slice(start, end)).trim();
}
