/** An engine for device detection and throttling that returns what its input says, whatever that is. */
const parse = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
};

export default () => ({
  detect: (headers: { readonly [name: string]: string }) => parse(headers['User-Agent']),
  predict: (pbuid: string) => parse(pbuid),
});
