/** Settings of a host and of accounts. */
import { parseAccount } from '#src/config/accounts.ts';
import { hostSchema } from '#src/config/schema.ts';
import { accountsOfYaml } from '#src/stores/accounts-yaml.ts';
import { type Decoder, decoder, isBounded, isJson } from '../decoder.ts';
import * as seeds from '../seeds.ts';
import { readOrError, settingsIn } from '../subjects.ts';

const host = hostSchema.parse({});

export const SETTINGS: readonly Decoder[] = [
  ...(['host.yaml', 'host.properties'] as const).map((name) =>
    decoder({
      name: name === 'host.yaml' ? 'settings-yaml' : 'settings-properties',
      format: 'text',
      decode: (text) => settingsIn(name, text),
      laws: {
        'every error and warning is one line': ({ errors, warnings }) =>
          [...errors, ...warnings].every((line) => line !== '' && !/[\n\r]/.test(line)),
        'messages are at most 50 times as long as the input, and 20 kB': isBounded(50, 20_000),
      },
      seeds: name === 'host.yaml' ? seeds.YAML : seeds.PROPERTIES,
      tokens: [
        'variant: java\n',
        'variant: go\n',
        '&a ',
        '*a',
        '<<: ',
        '---\n',
        '${',
        '}',
        '{',
        '}',
        '[',
        ']',
        ': ',
        '\n  ',
        '- ',
        '!!',
        '"',
        '|\n',
        '>\n',
        '#',
        '? ',
      ],
      maxLength: 3000,
    }),
  ),
  decoder({
    name: 'account',
    format: 'json',
    decode: (text) => parseAccount(text, 'id', host.account_defaults),
    laws: {
      'an account that is found has its id': (read) => read.kind !== 'found' || read.account.id === 'id',
      'it grows by the defaults only': isBounded(6, 20_000),
    },
    seeds: seeds.ACCOUNTS,
  }),
  decoder({
    name: 'accounts-yaml',
    format: 'text',
    decode: (text) => readOrError(() => [...accountsOfYaml(text)], 'YAMLParseError', 'ReferenceError', 'Error'),
    laws: {
      'an account is JSON': (read) => typeof read === 'string' || read.every(([, account]) => isJson(account)),
      'it does not grow': isBounded(200, 1000),
    },
    seeds: ['accounts:\n  - id: a\n    events: {enabled: true}\n  - id: 2\n    auction:\n      default-integration: "web"\n'],
    tokens: ['&a ', '*a', '<<: ', '---\n', '\n  ', '- ', '!!', '? '],
    maxLength: 3000,
  }),
];
