/** Looks at the size of an element for as long as it is on the page. */
export class Resized {
  #host;
  #observer;

  /** @param tell is told of each size, the first one included, by its width in whole pixels */
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
