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

const READING = new Set(['GET', 'HEAD']);
const SIGNED_IN = 'vesper.signed-in';
const TOKEN_TEXT = 'From this address the server asks for its token';

const state = { csrf: '', asked: false };

/** Whoever wants to know that the token is needed, and that the server is out of reach or back. */
export const events = new EventTarget();

/** Adds what a write needs where the browser shows a session. */
async function writingHeaders() {
  if (!localStorage.getItem(SIGNED_IN)) return {};
  if (!state.asked) await readSession();
  return state.csrf ? { 'X-CSRF-Token': state.csrf } : {};
}

async function readSession() {
  state.asked = true;
  const answer = await fetch('/admin/session', { headers: { Accept: 'application/json' } });
  if (answer.ok) state.csrf = (await answer.json()).csrf ?? '';
}

/** Begins a session by the server's token; true where the server took it. */
export async function login(token) {
  const answer = await fetch('/admin/session', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw await refusalOf(answer, '/admin/session');
  localStorage.setItem(SIGNED_IN, '1');
  await readSession();
}

export async function logout() {
  await send('DELETE', '/admin/session');
  localStorage.removeItem(SIGNED_IN);
  state.csrf = '';
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
  const own = READING.has(method) ? {} : await writingHeaders();
  let answer;
  try {
    answer = await fetch(path, { method, body, signal, headers: { Accept: 'application/json', ...own, ...headers }, cache: 'no-store' });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    events.dispatchEvent(new CustomEvent('reach', { detail: false }));
    throw new Refused(0, { detail: 'The server does not answer. Is it still running?' }, path);
  }
  events.dispatchEvent(new CustomEvent('reach', { detail: true }));
  if (answer.status < 400) return answer;
  if (answer.status === 401) events.dispatchEvent(new CustomEvent('token', { detail: TOKEN_TEXT }));
  throw await refusalOf(answer, path);
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
