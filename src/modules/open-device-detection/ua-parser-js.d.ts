/** The part of `ua-parser-js` 1.x that device detection uses; that version has no types of its own. */
declare module 'ua-parser-js' {
  interface Named {
    readonly name?: string;
    readonly version?: string;
  }

  interface Device {
    readonly vendor?: string;
    readonly model?: string;
    readonly type?: string;
  }

  export default function parse(userAgent: string): { readonly device: Device; readonly os: Named };
}
