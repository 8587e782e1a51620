/** The result of replaying an auction: its response beside that of the recording. */
import { diffDetails } from './diff.js';
import { chip, h, pretty } from './dom.js';

/** @param replay posts a recording to the host; its rejection is shown */
export async function replayResult(recording, replay) {
  try {
    const { same, differences, status, body } = await replay({ recording });
    return h(
      'div',
      {},
      h('p', { class: 'chips' }, chip(same ? 'same response' : 'other response', same ? 'good' : 'bad'), chip(`status ${status}`)),
      same
        ? h('p', { class: 'hint' }, 'The settings of this host lead to the recorded response, byte for byte.')
        : h(
            'ul',
            {},
            differences.map((difference) => h('li', {}, difference)),
          ),
      !same && diffDetails('From the recorded response to that of the replay', pretty(recording.clientResponse?.body ?? ''), pretty(body)),
    );
  } catch (cause) {
    return h('p', { role: 'alert' }, chip('not replayed', 'bad'), ` ${cause.message}`);
  }
}
