/** Observes the width of an element while it is on the page. */
export class Resized {
  #host;
  #observer;

  /** @param tell called with each width in whole pixels, including the first */
  constructor(host, tell) {
    this.#host = host;
    this.#observer = new ResizeObserver(([{ contentRect }]) => tell(Math.round(contentRect.width)));
    host.addController(this);
  }

  hostConnected() {
    this.#observer.observe(this.#host);
  }

  hostDisconnected() {
    this.#observer.disconnect();
  }
}
