/** Navigation by the address, which holds the whole view: the page as its path, everything else as its query. */

const BASE = '/console/';
const watchers = new Set();

/** Guards unsaved changes: consulted before the address changes and before the browser leaves the page. */
let guard = { leave: () => true, isHeld: () => false };

/** Index of the current history entry. With it, a step back that the guard has rejected can be undone. */
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

/** Shows the same page with some parameters changed. Empty ones are removed. */
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

/** Calls `go` if the guard allows the change: at once, or after the user has agreed. */
function allowed(next, go) {
  const may = guard.leave(next);
  if (may === true) go();
  else may.then((isAllowed) => { if (isAllowed) go(); });
}

/**
 * Handles Back and Forward. The browser has already changed the address, so it is sent back while the guard asks the
 * user, and forward again if the user agrees.
 */
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
 * Starts to handle history and links. Links within the console change the page without a reload.
 *
 * @param keeping the guard of unsaved changes: `leave(next)` returns true, or a promise of whether the user agrees;
 *     `isHeld()` returns whether there are unsaved changes, for a tab that is being closed
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
