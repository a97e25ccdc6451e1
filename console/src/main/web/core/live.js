import { isTokenWanted } from './api.js';
import { exactly } from './digits.js';

const AGAIN_MILLIS = 5000;

/**
 * Server-sent events for an element, while it is on the page and the page is visible. A browser does not retry a stream
 * that the server rejects, as it does while it starts; this class does. A hidden page holds no connection, because
 * browsers allow six connections to a server for all tabs together.
 */
export class Live {
  #host;
  #name;
  #take;
  #turned;
  #url = '';
  #source;
  #timer = 0;
  #wasOpen = false;

  /** True while the stream is open. */
  isOpen = false;

  /** True while the stream should be open and is not. */
  isBroken = false;

  /**
   * @param name the event name
   * @param take called with the data of each event
   * @param turned called when the stream opens or breaks, with (isOpen, wasOpen); wasOpen is true if this URL had been
   *     open before
   */
  constructor(host, name, take, turned = () => {}) {
    this.#host = host;
    this.#name = name;
    this.#take = take;
    this.#turned = turned;
    host.addController(this);
  }

  hostConnected() {
    document.addEventListener('visibilitychange', this.#look);
    this.#open();
  }

  hostDisconnected() {
    document.removeEventListener('visibilitychange', this.#look);
    this.#close();
  }

  /** Switches to the stream at a URL; an empty one closes the stream. */
  follow(url) {
    if (url === this.#url) return;
    this.#close();
    this.#url = url;
    this.#wasOpen = false;
    this.#open();
  }

  #look = () => (document.hidden ? this.#close() : this.#open());

  #open() {
    clearTimeout(this.#timer);
    if (this.#source || !this.#url || document.hidden || !this.#host.isConnected) return;
    if (isTokenWanted()) return void this.#later();
    const source = new EventSource(this.#url);
    this.#source = source;
    source.onopen = () => {
      const isBack = this.#wasOpen;
      this.#wasOpen = true;
      this.isBroken = false;
      this.#turn(true, isBack);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) {
        this.#source = undefined;
        this.#later();
      }
      this.isBroken = true;
      this.#turn(false, this.#wasOpen);
    };
    source.addEventListener(this.#name, (event) => this.#take(exactly(event.data)));
  }

  #later() {
    this.#timer = setTimeout(() => this.#open(), AGAIN_MILLIS);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.isBroken = false;
    if (this.isOpen) this.#turn(false, true);
  }

  #turn(isOpen, wasOpen) {
    this.isOpen = isOpen;
    this.#host.requestUpdate();
    this.#turned(isOpen, wasOpen);
  }
}
