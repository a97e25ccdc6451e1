/** Calls of the server's public HTTP API. What it refuses becomes a Refused, whose words are for people. */

export class Refused extends Error {
  constructor(status, problem, path) {
    super(problem.detail || problem.title || `the server answered ${status}`);
    this.status = status;
    this.problem = problem;
    this.path = path;
  }

  /** What is wrong with which field, where the server says so. */
  get errors() {
    return this.problem.errors ?? [];
  }
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const SESSION = '/admin/session';
const SIGNED_IN = 'vesper.signed-in';

/** The session's other half, which a page of elsewhere cannot read; empty until somebody writes. */
const session = { csrf: '', isWanted: false };

/** Whoever wants to know that the token is needed, and that the server is out of reach or back. */
export const events = new EventTarget();

export const isSignedIn = () => localStorage.getItem(SIGNED_IN) !== null;

/** Whether the server has said that it wants to know who asks; until then nothing is asked again and again. */
export const isTokenWanted = () => session.isWanted;

/** What a request needs beside its own fields where the browser shows a session: one that changes what operators change. */
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

/** Begins a session by the server's token, which is not kept. */
export async function login(token) {
  const answer = await reached(SESSION, { method: 'POST', headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' } });
  if (!answer.ok) throw await refusalOf(answer, SESSION);
  session.csrf = (await answer.json()).csrf;
  session.isWanted = false;
  localStorage.setItem(SIGNED_IN, '1');
}

/** Ends the session; one that has ended by itself needs no token for that. */
export async function logout() {
  const own = await writingHeaders('DELETE', SESSION);
  const answer = await reached(SESSION, { method: 'DELETE', headers: { Accept: 'application/json', ...own } });
  if (answer.status === 403 && own['X-CSRF-Token'] && (await isOfAnotherSession(own))) return logout();
  if (!answer.ok && answer.status !== 401 && answer.status !== 404) throw await refusalOf(answer, SESSION);
  localStorage.removeItem(SIGNED_IN);
  session.csrf = '';
}

/** What is answered, whatever it is; a Refused where nothing is. */
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

/** The answer as the browser has it. Throws a Refused for a status of 400 and above, and where the server is out of reach. */
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

/** Whether another tab has signed in anew since this one asked. */
async function isOfAnotherSession(own) {
  await readSession();
  return session.csrf !== '' && session.csrf !== own['X-CSRF-Token'];
}

/** What a path answers, as JSON. */
export async function get(path, options) {
  return (await raw('GET', path, options)).json();
}

/** Sends a value as JSON, or nothing, and gives what is answered: JSON, or null for no content. */
export async function send(method, path, value, { headers = {}, signal } = {}) {
  const answer = await raw(method, path, {
    signal,
    body: value === undefined ? undefined : JSON.stringify(value),
    headers: value === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
  });
  const text = await answer.text();
  return text ? JSON.parse(text) : null;
}

/** A path with its parameters; those that are empty are left out. */
export function at(path, params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

export const part = encodeURIComponent;

/** Whether a refusal only says that this server has no such thing. */
export const isMissing = (e) => e instanceof Refused && (e.status === 404 || e.status === 405 || e.status === 501);

/** Whether it is that the server did not answer, or not yet. */
export const isPassing = (e) => e instanceof Refused && (e.status === 0 || e.status === 503);
