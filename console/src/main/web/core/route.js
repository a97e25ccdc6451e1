/** What is shown is in the address: the page is its path, everything else its query. */

const BASE = '/console/';
const watchers = new Set();

export function here() {
  const page = location.pathname.slice(BASE.length).replace(/\/$/, '') || 'overview';
  return { page, params: Object.fromEntries(new URLSearchParams(location.search)) };
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
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  tell();
}

export function watch(listener) {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

function tell() {
  for (const watcher of watchers) watcher(here());
}

/** Links within the console change the page without loading it anew. */
export function begin() {
  addEventListener('popstate', tell);
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(BASE) || link.pathname.includes('.')) return;
    event.preventDefault();
    follow(link.pathname + link.search, false);
  });
}
