/** Calls to the server's public HTTP API. An error response becomes a Refused, whose message is meant for users. */

export class Refused extends Error {
  constructor(status, problem, path) {
    super(problem.detail || problem.title || `the server answered ${status}`);
    this.status = status;
    this.problem = problem;
    this.path = path;
  }

  /** The errors of single fields, if the server names them. */
  get errors() {
    return this.problem.errors ?? [];
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const SESSION = '/admin/session';
const SIGNED_IN = 'vesper.signed-in';

/**
 * State of the session. `csrf` is its CSRF token, which a page of another origin cannot read. It is read at sign-in or
 * before the first write, and empty until then.
 */
const session = { csrf: '', isWanted: false };

/** Event source: `token` when the server requires sign-in, `reach` with whether the server is reachable. */
export const events = new EventTarget();

export const isSignedIn = () => localStorage.getItem(SIGNED_IN) !== null;

/** Checks whether the server has required sign-in (401). Periodic requests pause until the user signs in. */
export const isTokenWanted = () => session.isWanted;

/** Returns the extra headers of a request: the CSRF token, if it writes below /admin with a session cookie. */
export async function writingHeaders(method, path) {
  if (READING.has(method) || !path.startsWith('/admin') || !isSignedIn()) return {};
  if (!session.csrf) await readSession();
  return session.csrf ? { 'X-CSRF-Token': session.csrf } : {};
}

async function readSession() {
  const answer = await reached(SESSION, { headers: { Accept: 'application/json' } });
  session.csrf = answer.ok ? ((await answer.json()).csrf ?? '') : '';
  if (answer.status === 404) localStorage.removeItem(SIGNED_IN);
}

/** Starts a session: with the name and password of an operator or, without a name, with the server's token. Neither is stored. */
export async function login(secret, name = '') {
  const proof = name ? `Basic ${base64(`${name}:${secret}`)}` : `Bearer ${secret}`;
  const answer = await reached(SESSION, { method: 'POST', headers: { Authorization: proof, Accept: 'application/json' } });
  if (!answer.ok) throw await refusalOf(answer, SESSION);
  session.csrf = (await answer.json()).csrf;
  session.isWanted = false;
  localStorage.setItem(SIGNED_IN, '1');
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Ends the session. A session that has already expired (401 or 404) counts as ended. */
export async function logout() {
  const own = await writingHeaders('DELETE', SESSION);
  const answer = await reached(SESSION, { method: 'DELETE', headers: { Accept: 'application/json', ...own } });
  if (answer.status === 403 && own['X-CSRF-Token'] && (await isOfAnotherSession(own))) return logout();
  if (!answer.ok && answer.status !== 401 && answer.status !== 404) throw await refusalOf(answer, SESSION);
  localStorage.removeItem(SIGNED_IN);
  session.csrf = '';
}

/** Returns the response with any status. Throws a Refused with status 0 if the server is unreachable. */
async function reached(path, asked) {
  try {
    return await fetch(path, { ...asked, cache: 'no-store' });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    events.dispatchEvent(new CustomEvent('reach', { detail: false }));
    throw new Refused(0, { detail: 'The server does not answer. Is it still running?' }, path);
  }
}

async function refusalOf(answer, path) {
  const text = await answer.text();
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {
    problem = { detail: text.slice(0, 400) };
  }
  return new Refused(answer.status, problem && typeof problem === 'object' ? problem : {}, path);
}

/** Returns the browser's Response. Throws a Refused for status 400 and above, and if the server is unreachable. */
export async function raw(method, path, { body, headers = {}, signal } = {}) {
  const own = await writingHeaders(method, path);
  const answer = await reached(path, { method, body, signal, headers: { Accept: 'application/json', ...own, ...headers } });
  if (answer.status === 403 && own['X-CSRF-Token'] && (await isOfAnotherSession(own))) return raw(method, path, { body, headers, signal });
  events.dispatchEvent(new CustomEvent('reach', { detail: true }));
  if (answer.status < 400) return answer;
  if (answer.status === 401) {
    session.isWanted = true;
    events.dispatchEvent(new CustomEvent('token'));
  }
  throw await refusalOf(answer, path);
}

/** Reads the CSRF token again; true if it has changed, because another tab has signed in since. */
async function isOfAnotherSession(own) {
  await readSession();
  return session.csrf !== '' && session.csrf !== own['X-CSRF-Token'];
}

/** Returns the JSON at a path. */
export async function get(path, options) {
  return (await raw('GET', path, options)).json();
}

/** Sends a value as JSON, or no body if undefined. Returns the JSON of the response, or null if it has no content. */
export async function send(method, path, value, { headers = {}, signal } = {}) {
  const answer = await raw(method, path, {
    signal,
    body: value === undefined ? undefined : JSON.stringify(value),
    headers: value === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
  });
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

/** Appends query parameters to a path, without the empty ones. */
export function at(path, params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export const part = encodeURIComponent;

/** Checks whether an error only means that this server lacks the resource or feature. */
export const isMissing = (e) => e instanceof Refused && (e.status === 404 || e.status === 405 || e.status === 501);

/** Checks whether an error is temporary: the server is unreachable, or answers 503 (starting or overloaded). */
export const isPassing = (e) => e instanceof Refused && (e.status === 0 || e.status === 503);
