import { isTokenWanted } from './api.js';

/** Asks again and again while an element is on the page and the page is looked at. */
export class Poll {
  #host;
  #everyMillis;
  #ask;
  #timer = 0;
  #round = 0;
  #hasAsked = false;

  /** @param everyMillis how long to wait after an answer; a function where that depends on what it was */
  constructor(host, everyMillis, ask) {
    this.#host = host;
    this.#everyMillis = everyMillis;
    this.#ask = ask;
    host.addController(this);
  }

  hostConnected() {
    this.#run();
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
    this.#round++;
  }

  now() {
    clearTimeout(this.#timer);
    return this.#run();
  }

  /** Of rounds that overlap only the last one goes on. */
  async #run() {
    const round = ++this.#round;
    try {
      const isWanted = !this.#hasAsked || !(document.hidden || isTokenWanted());
      this.#hasAsked = true;
      if (isWanted) await this.#ask();
    } catch (e) {
      console.error(e);
    } finally {
      if (this.#host.isConnected && round === this.#round) this.#timer = setTimeout(() => this.#run(), typeof this.#everyMillis === 'function' ? this.#everyMillis() : this.#everyMillis);
    }
  }
}
