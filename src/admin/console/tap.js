/** The console's tap client: connects, resumes after a disconnect and passes messages on in order. */
import { here } from './dom.js';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export class TapConnection {
  #socket;
  /** True after the host's `hello` message: only then is the resume position known. */
  #isGreeted = false;
  #subscription;
  #session;
  #seq = 0;
  #wait = FIRST_WAIT_MS;
  #onMessage;
  #onState;

  /** @param onState receives `connecting`, `subscribing`, `open` (events are received), `closed`, `token` or `wrong-token` */
  constructor(onMessage, onState) {
    this.#onMessage = onMessage;
    this.#onState = onState;
  }

  /** The token of this tab, for all connections. */
  setToken(token) {
    sessionStorage.setItem('token', token);
  }

  get #token() {
    return sessionStorage.getItem('token') ?? '';
  }

  /**
   * Sets the subscription; it is sent again whenever the connection opens.
   * @param fromRecent pass on recent events, even those passed on before
   */
  subscribe(subscription, fromRecent = false) {
    this.#subscription = subscription;
    if (fromRecent) this.#seq = 0;
    if (this.#isGreeted && this.#socket?.readyState === WebSocket.OPEN) this.#subscribe(false);
  }

  unsubscribe() {
    this.#subscription = undefined;
    if (this.#isGreeted && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: 'unsubscribe' }));
  }

  async connect() {
    this.#onState('connecting');
    // A browser hides the reason of a rejected upgrade; a plain HTTP request reveals it.
    const response = await fetch(here('/machines'), { headers: this.headers() }).catch(() => undefined);
    if (response?.status === 401) {
      this.#onState(this.#token === '' ? 'token' : 'wrong-token');
      return;
    }
    const address = here('/taps');
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.#token !== '') address.searchParams.set('token', this.#token);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.#onState('subscribing');
    };
    socket.onmessage = ({ data }) => {
      for (const line of data.split('\n')) if (line !== '') this.#take(JSON.parse(line));
    };
    socket.onclose = () => {
      this.#isGreeted = false;
      this.#onState('closed');
      setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  headers() {
    return this.#token === '' ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  #take(message) {
    if (message.type === 'hello') {
      const isSame = message.session === this.#session;
      this.#session = message.session;
      if (!isSame) this.#seq = 0;
      this.#isGreeted = true;
      this.#subscribe(isSame);
    }
    // Events from now on are received.
    if (message.type === 'snapshot') this.#onState('open');
    if (message.type === 'event') {
      // A new subscription replays recent events that were already received.
      if (message.seq <= this.#seq) return;
      this.#seq = message.seq;
    }
    this.#onMessage(message);
  }

  #subscribe(comesBack) {
    if (!this.#subscription) return;
    const resume = comesBack && this.#seq > 0 ? { resume: { session: this.#session, seq: this.#seq } } : {};
    this.#socket.send(JSON.stringify({ type: 'subscribe', ...this.#subscription, ...resume }));
  }
}
