/** What is shown is in the address: the page is its path, everything else its query. */

const BASE = '/console/';
const watchers = new Set();

/** Whoever holds something that would be lost is asked before another address is shown, and where this page is left. */
let guard = { leave: () => true, isHeld: () => false };

/** How far the address is from the first one, by which a way back that was refused is taken back. */
let place = 0;
let isReturning = false;

export const here = () => read(location);

function read({ pathname, search }) {
  return { page: pathname.slice(BASE.length).replace(/\/$/, '') || 'overview', params: Object.fromEntries(new URLSearchParams(search)) };
}

export function href(page, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return BASE + (page === 'overview' ? '' : page) + (text ? `?${text}` : '');
}

export function go(page, params, { replace = false } = {}) {
  follow(href(page, params), replace);
}

/** The same page with some parameters changed; empty ones are left out. */
export function change(params, options) {
  const now = here();
  go(now.page, { ...now.params, ...params }, options);
}

function follow(url, replace) {
  if (url === location.pathname + location.search) return;
  allowed(read(new URL(url, location.origin)), () => {
    if (!replace) place++;
    history[replace ? 'replaceState' : 'pushState']({ place }, '', url);
    tell();
  });
}

/** Does it at once where nobody has to be asked. */
function allowed(next, go) {
  const may = guard.leave(next);
  if (may === true) go();
  else may.then((isAllowed) => { if (isAllowed) go(); });
}

/** The browser has gone already: it is sent back while somebody is asked, and on again where that was allowed. */
function wentBack(event) {
  const to = event.state?.place ?? 0;
  if (isReturning) {
    isReturning = false;
    return;
  }
  const steps = to - place;
  const may = steps === 0 || guard.leave(here());
  if (may === true) {
    place = to;
    tell();
    return;
  }
  isReturning = true;
  history.go(-steps);
  may.then((isAllowed) => { if (isAllowed) history.go(steps); });
}

export function watch(listener) {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

function tell() {
  for (const watcher of watchers) watcher(here());
}

/**
 * Links within the console change the page without loading it anew.
 *
 * @param keeping what is asked before something would be lost: `leave(next)` gives true, or a promise of whether it may be;
 *     `isHeld()` says so without asking, for who closes the tab
 */
export function begin(keeping) {
  guard = keeping;
  place = history.state?.place ?? 0;
  history.replaceState({ place }, '');
  addEventListener('popstate', wentBack);
  addEventListener('beforeunload', (event) => { if (guard.isHeld()) event.preventDefault(); });
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(BASE) || link.pathname.includes('.')) return;
    event.preventDefault();
    follow(link.pathname + link.search, false);
  });
}
