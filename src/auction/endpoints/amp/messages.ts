/** Error messages of AMP requests. */

export const AMP_MESSAGES = {
  noTagId: 'AMP requests require an AMP tag_id.',
  unknownTagId: (id: string) => `No AMP config found for tag_id ${id}.`,
  noImps: (id: string) => `Data for tag_id='${id}' does not define the required imp array.`,
  manyImps: (id: string, count: number) => `Data for tag_id '${id}' includes ${count} imp elements. Only one is allowed.`,
  app: 'The app object must not exist in AMP stored requests.',
  dooh: 'request.dooh must not exist in AMP stored requests.',
} as const;
