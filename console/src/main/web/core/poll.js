import { isTokenWanted } from './api.js';

/** Calls a function periodically while an element is on the page and the page is visible. */
export class Poll {
  #host;
  #everyMillis;
  #ask;
  #timer = 0;
  #round = 0;
  #hasAsked = false;

  /** @param everyMillis wait after each call, or a function that returns it if it depends on the last result */
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

  /** Runs one round. Of overlapping rounds only the latest schedules the next one. */
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
