import { html, nothing } from 'lit';
import { Part } from './core/part.js';
import * as route from './core/route.js';
import * as keys from './core/keys.js';
import * as api from './core/api.js';
import { complain, onSaid, say } from './core/say.js';
import { Poll } from './core/poll.js';
import { icon, star } from './parts/icons.js';
import { lasting } from './core/format.js';
import { ask } from './parts/dialog.js';
import { trouble } from './parts/bits.js';

const TOAST_MILLIS = 6000;
const STATUS_MILLIS = 5000;

/** The pages, in the order of the menu. */
const PAGES = {
  overview: { title: 'Overview', key: 'o', load: () => import('./pages/overview.js') },
  services: { title: 'Services', key: 's', load: () => import('./pages/services.js') },
  explorer: { title: 'API Explorer', key: 'a', load: () => import('./pages/explorer.js') },
  monitor: { title: 'Monitor', key: 'm', load: () => import('./pages/monitor.js') },
  tracker: { title: 'Tracker', key: 't', load: () => import('./pages/tracker.js') },
  documents: { title: 'Documents', key: 'd', load: () => import('./pages/documents.js') },
  bench: { title: 'Bench', key: 'b', load: () => import('./pages/bench.js') },
  settings: { title: 'Settings', key: 'e', load: () => import('./pages/settings.js') },
};

const THEMES = { '': ['screen', 'as the system has it'], light: ['sun', 'light'], dark: ['moon', 'dark'] };

const SHORTCUTS = [['/', 'search on this page'], ['g, then a letter', 'go to a page: the letters are beside the names'], ['j, k', 'next and previous row'],
  ['Enter', 'open the row'], ['Esc', 'close what is open'], ['Ctrl + Enter', 'send a request'], ['Ctrl + S', 'save a document'], ['?', 'this help']];

/** The frame of the console: menu, current page and messages. */
class App extends Part {
  static properties = { here: { state: true }, page: { state: true }, failed: { state: true }, isMenuOpen: { state: true }, isGoing: { state: true }, toasts: { state: true },
    theme: { state: true }, isOut: { state: true }, isReached: { state: true }, status: { state: true } };

  #asking = false;
  #isGone = false;

  constructor() {
    super();
    this.toasts = [];
    this.isReached = true;
    this.theme = document.documentElement.dataset.theme ?? '';
    new Poll(this, STATUS_MILLIS, () => this.#look());
  }

  connectedCallback() {
    super.connectedCallback();
    route.begin({ leave: (next) => this.page?.leave?.(next) ?? true, isHeld: () => Boolean(this.page?.isDirty) });
    route.watch((here) => this.#show(here));
    onSaid((said) => this.#toast(said));
    api.events.addEventListener('reach', ({ detail }) => {
      this.isReached = detail;
      if (!detail) this.#isGone = true;
    });
    api.events.addEventListener('token', () => this.#askForToken());
    keys.begin({
      goes: Object.fromEntries(Object.entries(PAGES).map(([name, { key }]) => [key, () => route.go(name)])),
      does: { '/': () => this.#focusSearch(), '?': () => this.#help(), j: () => this.#step(1), k: () => this.#step(-1), save: () => this.page?.save?.(),
        Enter: (event) => this.#openRow(event), Escape: (event) => this.#escape(event) },
      going: (isGoing) => { this.isGoing = isGoing; this.classList.toggle('going', isGoing); },
    });
    this.#show(route.here());
  }

  async #look() {
    try {
      this.status = await api.get('/admin/status');
      if (this.#isGone) this.#again();
    } catch {
      this.#isGone = true;
      // The footer shows that the server is unreachable, and the page reports the parts that it cannot load.
    }
  }

  /**
   * Reads what could not be read while the server was unreachable. If the code of a page did not load, reloads
   * everything.
   */
  #again() {
    this.#isGone = false;
    if (this.failed) location.reload();
    else this.page?.again?.();
  }

  async #show(here) {
    if (!Object.hasOwn(PAGES, here.page)) return route.go('overview', {}, { replace: true });
    const name = here.page;
    this.here = { ...here, page: name };
    this.isMenuOpen = false;
    if (this.#isShown(name)) {
      this.page.params = here.params;
      return;
    }
    document.title = `${PAGES[name].title} · Vesper`;
    try {
      await PAGES[name].load();
      if (this.here.page !== name || this.#isShown(name)) return;
      const isFirst = !this.page;
      this.page = document.createElement(`vs-${name}`);
      this.page.params = this.here.params;
      this.failed = undefined;
      if (!isFirst) this.updateComplete.then(() => this.querySelector('main').focus({ preventScroll: true }));
      scrollTo(0, 0);
    } catch (e) {
      const gone = await outOfReach();
      if (gone) this.#isGone = true;
      if (this.here.page === name) this.failed = gone ?? e;
    }
  }

  /** Checks whether the named page is shown. Until it has loaded, the previous page stays. */
  #isShown(name) {
    return this.page?.localName === `vs-${name}`;
  }

  render() {
    const now = PAGES[this.here.page];
    return html`<a class="skip" href="#page" @click=${(event) => { event.preventDefault(); this.querySelector('main').focus(); }}>Skip to the page</a>
      <div class=${this.isMenuOpen ? 'menu-open' : ''}>
        <header class="top"><a class="brand" href="/console/" aria-label="Vesper, overview">${star}</a><span class="where">${now.title}</span>
          <button aria-label="Menu" aria-expanded=${String(Boolean(this.isMenuOpen))} @click=${() => { this.isMenuOpen = !this.isMenuOpen; }}>${icon(this.isMenuOpen ? 'close' : 'menu')}</button></header>
        ${this.isMenuOpen ? html`<button class="veil" aria-label="Close the menu" @click=${() => { this.isMenuOpen = false; }}></button>` : nothing}
        <aside class="side" aria-label="Console"><a class="brand" href="/console/">${star} Vesper</a>
          <nav aria-label="Pages"><ul>${Object.entries(PAGES).map(([name, { title, key }]) => html`<li><a href=${route.href(name)}
            aria-current=${name === this.here.page ? 'page' : nothing}>${icon(name)}${title}<kbd aria-hidden="true">${key}</kbd></a></li>`)}</ul></nav>
          ${this.#foot()}</aside></div>
      <main id="page" tabindex="-1" aria-label=${now.title}>${this.failed ? html`<div class="page">${trouble(this.failed, () => location.reload())}</div>` : this.page ?? nothing}</main>
      <div class="toasts" role="status" aria-live="polite">${this.toasts.map((toast) => html`<div class="toast ${toast.bad ? 'bad' : ''}"><span class="grow">${toast.text}</span>
        ${toast.action ? html`<button @click=${() => { this.#drop(toast); toast.action.run(); }}>${toast.action.label}</button>` : nothing}
        <button aria-label="Dismiss" @click=${() => this.#drop(toast)}>${icon('close')}</button></div>`)}</div>`;
  }

  #foot() {
    const [picture, says] = THEMES[this.theme];
    return html`<footer>${this.isOut ? html`<button class="sign-in" @click=${() => this.#askForToken()}>Sign in</button>` : nothing}<span class="sr" role="status">${this.isReached ? '' : 'The server is out of reach'}</span><div class="line">${this.isReached
      ? html`<span class="pulse"></span><span>${this.status ? html`up ${lasting(this.status.uptimeMillis)}` : 'connected'}</span>`
      : html`<span class="pulse gone"></span><span>out of reach</span>`}</div>
      <div class="line"><button aria-label="Colours: ${says}" title="Colours: ${says}" @click=${this.#turnTheme}>${icon(picture)}</button>
      <button aria-label="Keyboard help" title="Keyboard help (?)" @click=${() => this.#help()}>${icon('help')}</button>
      <span class="grow cut">${this.status ? `Vesper ${this.status.version}` : ''}</span>
      ${api.isSignedIn() ? html`<button aria-label="Sign out" title="Sign out" @click=${() => this.#signOut()}>${icon('leave')}</button>` : nothing}</div></footer>`;
  }

  #turnTheme() {
    const names = Object.keys(THEMES);
    this.theme = names[(names.indexOf(this.theme) + 1) % names.length];
    if (this.theme) document.documentElement.dataset.theme = this.theme;
    else delete document.documentElement.dataset.theme;
    localStorage.setItem('vesper.theme', this.theme);
  }

  #step(by) {
    const grid = this.#grid();
    grid?.move(by);
    grid?.focusRows();
  }

  #grid() {
    return this.querySelector('main vs-grid');
  }

  #openRow(event) {
    if (event.target.closest('button, a, [role="application"], .rows')) return false;
    const grid = this.#grid();
    if (!grid) return false;
    grid.openFocused();
    return true;
  }

  #focusSearch() {
    const input = [...this.querySelectorAll('main [data-search]')].find((one) => one.offsetParent);
    input?.focus();
    input?.select();
  }

  #escape(event) {
    if (keys.isTyping(event)) event.composedPath()[0].blur();
    else if (this.isMenuOpen) this.isMenuOpen = false;
    else this.#escapePage();
  }

  /** Closes the open detail. If it had the focus, the rows get it. */
  async #escapePage() {
    this.page?.escape?.();
    await this.page?.updateComplete;
    if (document.activeElement === document.body) this.#grid()?.focusRows();
  }

  #toast(said) {
    const toast = { ...said };
    this.toasts = [...this.toasts.filter((one) => one.action).slice(-1), toast];
    this.#age(toast, toast.action || toast.bad ? 2 * TOAST_MILLIS : TOAST_MILLIS);
  }

  /** Drops a message after some time, but not while the pointer or the focus is on a message. */
  #age(toast, millis) {
    setTimeout(() => (this.querySelector('.toast:hover, .toast:focus-within') ? this.#age(toast, TOAST_MILLIS) : this.#drop(toast)), millis);
  }

  #drop(toast) {
    this.toasts = this.toasts.filter((one) => one !== toast);
  }

  async #help() {
    this.classList.add('going');
    await ask(({ close }) => html`<div class="inside"><h2>Keyboard</h2><dl class="facts">${SHORTCUTS.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl>
      <p class="soft small">The address of a page says what is looked at: it can be sent to somebody, and Back works. <a href="/console/licenses.txt" target="_blank" rel="noopener">Licences of what the console is made of</a></p>
      <div class="actions"><button class="button primary" autofocus @click=${() => close()}>Close</button></div></div>`);
    this.classList.remove('going');
  }

  /** Asks for the token, in one dialog at a time. The browser keeps the session. */
  async #askForToken() {
    if (this.#asking) return;
    this.#asking = true;
    let refused;
    const isIn = await ask(({ close, draw }) => html`<form class="form" @submit=${async (event) => {
      event.preventDefault();
      try {
        await api.login(event.target.secret.value, event.target.user.value.trim());
        close(true);
      } catch (e) {
        refused = e;
        draw();
      }
    }}><h2>Sign in</h2><p class="soft">The console is for operators. Leave the name empty to sign in with the server’s <code>admin.token</code>. The browser keeps a session, not the password.</p>
      ${refused ? trouble(refused) : nothing}
      <label>Name<input name="user" class="field" autofocus autocomplete="username" spellcheck="false"></label>
      <label>Password or token<input type="password" name="secret" class="field" required autocomplete="current-password"></label>
      <div class="actions"><button type="button" class="button" @click=${() => close()}>Not now</button><button class="button primary">Sign in</button></div></form>`);
    this.#asking = false;
    this.isOut = !isIn;
    if (isIn) this.#reload();
  }

  /** Reloads the console, so that rejected requests are repeated, unless the page has unsaved changes. */
  #reload() {
    if (this.page?.isDirty) say('You are signed in. What you have changed is still here.');
    else location.reload();
  }

  async #signOut() {
    try {
      await api.logout();
      location.reload();
    } catch (e) {
      complain(e);
    }
  }
}

/**
 * Returns the error if the server is unreachable or starting; undefined if it works and the page's own code failed to
 * load.
 */
async function outOfReach() {
  try {
    await api.get('/admin/status');
    return undefined;
  } catch (e) {
    return api.isPassing(e) ? e : undefined;
  }
}
customElements.define('vs-app', App);
