/** Records auctions for replay: requests recordings while it is on, then offers the file for download. */

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

  /** The host sends recordings from now on: auctions before were not recorded. */
  begin() {
    if (this.isOn) this.#button.textContent = 'Stop and save';
  }

  /** The host does not permit recordings. */
  rejectRecording() {
    this.#turn(false);
    this.#button.disabled = true;
    this.#button.title = 'Recordings are disabled on this host (taps.recordings)';
  }

  #turn(isOn) {
    this.isOn = isOn;
    this.#button.setAttribute('aria-pressed', String(isOn));
    this.#button.textContent = isOn ? 'Starting…' : 'Record';
  }

  /** Saves the lines of a tap in the format that `npm run replay` reads. */
  #save() {
    const { settings, recorded } = this.#store;
    const lines = [settings, ...recorded].filter(Boolean).map((message) => `${JSON.stringify(message)}\n`);
    const address = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = `auctions-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.ndjson`;
    link.click();
    // The download has started by then.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    this.#button.title = `${recorded.length} auctions saved`;
  }
}
