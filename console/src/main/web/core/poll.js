/** Asks again and again while an element is on the page and the page is looked at. */
export class Poll {
  #host;
  #everyMillis;
  #ask;
  #timer = 0;

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
    this.#timer = 0;
  }

  now() {
    clearTimeout(this.#timer);
    return this.#run();
  }

  async #run() {
    try {
      if (!document.hidden) await this.#ask();
    } finally {
      if (this.#host.isConnected) this.#timer = setTimeout(() => this.#run(), this.#everyMillis);
    }
  }
}
