/** Keeps auctions so that they can be run again: asks for recordings while it is on, then hands out the file. */

export class Recorder {
  isOn = false;
  #button;
  #store;

  constructor(button, store, changed) {
    this.#button = button;
    this.#store = store;
    button.addEventListener('click', () => {
      if (this.isOn) this.#save();
      else store.recorded = [];
      this.#turn(!this.isOn);
      changed();
    });
  }

  /** The host hands out no recordings. */
  refuse() {
    this.#turn(false);
    this.#button.disabled = true;
    this.#button.title = 'This host hands out no recordings (taps.recordings)';
  }

  #turn(isOn) {
    this.isOn = isOn;
    this.#button.setAttribute('aria-pressed', String(isOn));
    this.#button.textContent = isOn ? 'Stop and save' : 'Record';
  }

  /** The lines of a tap, as `npm run replay` reads them. */
  #save() {
    const { settings, recorded } = this.#store;
    const lines = [settings, ...recorded].filter(Boolean).map((message) => `${JSON.stringify(message)}\n`);
    const address = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `auctions-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.ndjson`;
    link.click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    this.#button.title = `${recorded.length} auctions saved`;
  }
}
