import { isTokenWanted } from './api.js';
import { exactly } from './digits.js';

const AGAIN_MILLIS = 5000;

/**
 * Events of the server for as long as an element is on the page and the page is looked at. A browser gives up a stream that is
 * refused, as it is while the server starts; here it is asked for again. A page that nobody looks at holds no connection, of which
 * browsers have six for all tabs.
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

  /** Whether events come. */
  isOpen = false;

  /** Whether they should and do not. */
  isBroken = false;

  /**
   * @param name of the events
   * @param take what is done with the data of each
   * @param turned told when it opens, and when it breaks off; the first argument says which, the second whether it was open before
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

  /** Follows this URL from now on, or nothing where it is empty. */
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
