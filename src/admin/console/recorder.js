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
      this.isOn = !this.isOn;
      button.setAttribute('aria-pressed', String(this.isOn));
      button.textContent = this.isOn ? 'Stop and save' : 'Record';
      changed();
    });
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
    URL.revokeObjectURL(address);
    this.#button.title = `${recorded.length} auctions saved`;
  }
}
