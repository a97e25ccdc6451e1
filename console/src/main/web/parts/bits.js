import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { icon } from './icons.js';
import { ago, exact, moment } from '../core/format.js';
import { say } from '../core/say.js';
import { Refused } from '../core/api.js';

/** Small building blocks of the pages. */

export const time = (at) => (at ? html`<time datetime=${at} title=${exact(at)}>${ago(at)}</time>` : '–');

/** Shows a time to the millisecond, which distinguishes rows of the same second. The title says how long ago it was. */
export const at = (time) => html`<time datetime=${time} title="${ago(time)}: ${exact(time)}">${moment(time)}</time>`;

export function statusBadge(status) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : status === 0 ? 'bad' : 'good';
  return html`<span class="badge ${tone}" title=${status === 0 ? 'the client left before there was an answer' : nothing}>${status || 'none'}</span>`;
}

export const method = (name) => html`<span class="method ${name}">${name}</span>`;

const STATES = { started: 'good', done: 'good', failed: 'bad', running: 'info', PROCESSED: 'good', ok: 'good', FINISHED: 'good', 'load-failed': 'bad', 'start-failed': 'bad', ERROR: 'bad', FAILED: 'bad',
  loading: 'info', starting: 'info', RECEIVED: 'info', STARTED: 'info', stopping: 'warn' };
/** A package in the server's state `loaded` is one that was stopped. */
const STATE_WORDS = { loaded: 'stopped' };
export const stateBadge = (state) => html`<span class="badge ${STATES[state] ?? ''}">${STATE_WORDS[state] ?? (state || 'none')}</span>`;

/** Returns the reason why a feature is on or off, without the command to switch it: the page has a switch beside it. */
export const because = ({ why }) => why.replace(/; PUT true to \S+ switches it on$/, '');

export async function copy(text, what = 'Copied') {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copySelected(text);
    say(what);
  } catch {
    say('This browser does not let the page copy; select the text instead', { bad: true });
  }
}

/** Copies by a selection. Browsers give a page from another machine without TLS no other access to the clipboard. */
function copySelected(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('not copied');
}

/** A command line with a button that copies it. */
export const command = (text) => html`<div class="command"><code tabindex="0">${text}</code>
  <button type="button" class="button tiny square quiet" aria-label="Copy the command" @click=${() => copy(text)}>${icon('copy')}</button></div>`;

/** Placeholder for an empty view: says what would be here and how to get it. */
export const empty = (name, title, words, more = nothing) => html`<div class="empty"><span class="picture">${icon(name)}</span><h2>${title}</h2><p>${words}</p>${more}</div>`;

/** Shows an error with its details and advice. */
export function trouble(e, again) {
  if (!e) return nothing;
  const isRefused = e instanceof Refused;
  return html`<div class="trouble" role="alert">${icon('warn')}<div class="grow"><strong>${e.message}</strong>
    ${isRefused && e.errors.length ? html`<ul>${e.errors.map((one) => html`<li>${one.pointer ? html`<code>${one.pointer}</code> ` : ''}${one.detail}</li>`)}</ul>` : nothing}
    <p class="soft small">${adviceFor(e)}</p></div>
    ${again ? html`<button type="button" class="button tiny" @click=${again}>Try again</button>` : nothing}</div>`;
}

function adviceFor(e) {
  if (!(e instanceof Refused)) return 'This is a fault of the console. Reload the page; if it stays, the browser’s log has more.';
  if (e.status === 0) return 'Start it with ./vesper run; this page goes on by itself when it is back.';
  if (e.status === 401 || e.status === 403) return `${e.path.split('?')[0]} is for operators: docs/guide/running.md says who may call it.`;
  if (e.status === 404) return `Nothing answers ${e.path.split('?')[0]} on this server.`;
  if (e.status === 503) return 'It has too much to do at the moment. Try again in a few seconds.';
  return e.status >= 500 ? 'The server’s log says more.' : '';
}

export const bones = (lines = 4) => html`<div class="bones" aria-hidden="true">${Array.from({ length: lines }, (_, i) =>
  html`<span class="bone" .style=${`width:${[92, 64, 80, 48, 72][i % 5]}%`}></span>`)}</div><span class="sr" role="status">Loading</span>`;

/** A group of buttons, one of which is pressed. */
export const choice = (label, options, chosen, choose) => html`<div class="choice" role="group" aria-label=${label}>${options.map(([value, text]) =>
  html`<button type="button" aria-pressed=${String(value === chosen)} @click=${() => choose(value)}>${text}</button>`)}</div>`;

export const toggle = (label, on, flip, disabled = false) => html`<span class="switch"><input type="checkbox" role="switch" aria-label=${label}
  .checked=${live(on)} ?disabled=${disabled} @change=${(event) => flip(event.target.checked)}><i></i></span>`;

export const closing = (close) => html`<button type="button" class="button square quiet" aria-label="Close" title="Close (Esc)" @click=${close}>${icon('close')}</button>`;
