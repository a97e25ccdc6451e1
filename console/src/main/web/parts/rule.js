import { html, nothing } from 'lit';
import * as api from '../core/api.js';
import { bytes, count, many } from '../core/format.js';
import { trouble } from './bits.js';
import { ask } from './dialog.js';
import { icon } from './icons.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const KEEP = ['headers', 'query', 'bodies'];
const PREVIEW_MILLIS = 300;
const NEW = { name: '', enabled: true, priority: 0, path: '/api/**', methods: [], status: [], minMillis: 0, share: 1, keep: ['headers', 'query', 'bodies'], mask: [] };

/** Fields that are rarely used. The form shows them at once only if the rule has one of them. */
const SELDOM = ['pathRegex', 'package', 'service', 'cost', 'callback', 'alert'];
const STANDARD_BODY_BYTES = 65_536;
const BOUNDS = [['matches', 'Matches', 'more than so many'], ['errorShare', 'Errors', 'a share of statuses from 500 on above this, 0.25'], ['p99Millis', 'p99', 'a 99th percentile above so many milliseconds'],
  ['windowSeconds', 'Over', 'seconds, 60 where nothing is said'], ['atLeast', 'From', 'how many matches on errors and p99 are looked at, 10 where nothing is said']];

/**
 * Edits a rule of the Monitor, or a new one. The form shows how many of the latest requests the rule would have
 * matched. Resolves to the name of the saved rule, or to undefined if the user cancelled.
 */
export async function editRule(rule) {
  const draft = rule ? { ...structuredClone(rule), alert: { ...rule.alert } } : { ...structuredClone(NEW), alert: {} };
  const isSeldom = SELDOM.some((field) => rule?.[field]) || (rule?.bodyBytes ?? STANDARD_BODY_BYTES) !== STANDARD_BODY_BYTES;
  const shown = { preview: undefined, refused: undefined };
  let timer = 0;
  let asked = 0;
  let draw = () => {};
  const look = async () => {
    const mine = ++asked;
    const seen = await preview(bodyOf(draft));
    if (mine !== asked) return;
    shown.preview = seen;
    draw();
  };
  const closed = ask(({ close, draw: again }) => {
    draw = again;
    const touch = (changes) => {
      Object.assign(draft, changes);
      clearTimeout(timer);
      timer = setTimeout(look, PREVIEW_MILLIS);
      draw();
    };
    const save = async (event) => {
      event.preventDefault();
      try {
        const body = bodyOf(draft);
        if (rule) await api.send('PUT', `/admin/monitor/rules/${api.part(rule.id)}`, body);
        else await api.send('POST', '/admin/monitor/rules', body);
        close(true);
      } catch (e) {
        shown.refused = e;
        draw();
      }
    };
    return form(rule, draft, shown, { touch, save, close, isSeldom });
  }, { keeps: true });
  look();
  const isSaved = await closed;
  clearTimeout(timer);
  return isSaved ? draft.name : undefined;
}

function form(rule, draft, { preview: seen, refused }, { touch, save, close, isSeldom }) {
  const wrong = (pointer) => (refused?.errors ?? []).filter((one) => one.pointer === pointer).map((one) => html`<span class="wrong">${one.detail}</span>`);
  const row = (label, id, control, hint, pointer) => html`<div class="row"><label for="rule-${id}">${label}</label><div>${control}${hint ? html`<span class="hint">${hint}</span>` : nothing}${wrong(pointer)}</div></div>`;
  const text = (label, field, hint = '', { required = false, list = false } = {}) => row(label, field, html`<input id="rule-${field}" type="text" spellcheck="false" autocomplete="off" ?required=${required}
    .value=${list ? draft[field].join(', ') : String(draft[field] ?? '')} @input=${({ target }) => touch({ [field]: list ? target.value.split(/[\s,]+/).filter(Boolean) : target.value })}>`, hint, `#/${field}`);
  const number = (label, field, hint = '', mode = 'numeric') => row(label, field, html`<input id="rule-${field}" type="text" inputmode=${mode} autocomplete="off" .value=${String(draft[field] ?? '')}
    @change=${({ target }) => touch({ [field]: numberOf(target.value) })}>`, hint, `#/${field}`);
  const boxes = (label, all, field) => html`<div class="row"><span class="label" id="rule-of-${field}">${label}</span><div class="tools-line" role="group" aria-labelledby="rule-of-${field}">${all.map((one) => html`<label class="check"><input type="checkbox" .checked=${draft[field].includes(one)}
    @change=${({ target }) => touch({ [field]: target.checked ? [...draft[field], one] : draft[field].filter((each) => each !== one) })}>${one}</label>`)}</div></div>`;
  return html`<form class="form" @submit=${save}><h2>${rule ? `Change ${rule.name}` : 'A new rule'}</h2>
    ${text('Name', 'name', '', { required: true })}
    ${text('Path', 'path', draft.pathRegex ? 'left out, since there is a regular expression' : '* is any number of characters in one segment, ** any number of segments; all where nothing is said')}
    ${boxes('Methods', METHODS, 'methods')}
    ${text('Status', 'status', '5xx, 404; all where nothing is said', { list: true })}
    ${number('At least', 'minMillis', 'milliseconds; faster ones are left out')}
    ${boxes('Keeps', KEEP, 'keep')}
    ${text('Hides', 'mask', 'names of fields whose values are hidden, besides the usual ones', { list: true })}
    ${number('Share', 'share', 'which share of the matching ones is recorded, 1 for all', 'decimal')}
    ${number('Priority', 'priority', 'of several rules that fit, the one with the lowest number decides')}
    <details ?open=${isSeldom}><summary>More</summary><div class="form">
      ${text('Path as regex', 'pathRegex', 'instead of a path: a regular expression over all of it, /api/orders/[0-9]+')}
      ${text('Package', 'package', 'who answered; * and ? are wildcards')}
      ${text('Service', 'service', 'who answered; * and ? are wildcards')}
      ${number('Body bytes', 'bodyBytes', `how much of each body is kept, at most ${bytes(1 << 20)}`)}
      ${number('Cost', 'cost', 'units that an invocation costs')}
      ${text('Callback', 'callback', 'a URL, or the path of a service here, that is called with each record')}
      <fieldset><legend>Alert</legend>${BOUNDS.map(([field, label, hint]) => row(label, `alert-${field}`, html`<input id="rule-alert-${field}" type="text" inputmode="decimal" autocomplete="off" .value=${String(draft.alert[field] ?? '')}
        @change=${({ target }) => touch({ alert: { ...draft.alert, [field]: numberOf(target.value) } })}>`, hint, `#/alert/${field}`))}
        ${row('Webhook', 'alert-webhook', html`<input id="rule-alert-webhook" type="text" spellcheck="false" autocomplete="off" .value=${draft.alert.webhook ?? ''} @change=${({ target }) => touch({ alert: { ...draft.alert, webhook: target.value } })}>`, 'a URL, besides the log', '#/alert/webhook')}${wrong('#/alert')}</fieldset></div></details>
    ${previewLine(seen)}
    ${refused ? trouble(refused) : nothing}
    <div class="actions"><button type="button" class="button" @click=${() => close()}>Cancel</button><button class="button primary">${rule ? 'Save' : 'Add the rule'}</button></div></form>`;
}

/** Returns a number, or the text as typed if it is not a number, so that the server reports the error. */
const numberOf = (text) => (text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text);

/** Returns the rule to send: without empty fields, and without the path if there is a regular expression for it. */
function bodyOf({ id, ...draft }) {
  const filled = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  const body = filled(draft);
  if (body.pathRegex) delete body.path;
  body.alert = filled(draft.alert);
  if (!Object.keys(body.alert).length) delete body.alert;
  return body;
}

async function preview(body) {
  try {
    return await api.send('POST', '/admin/monitor/preview', { ...body, name: body.name || 'draft' });
  } catch (e) {
    return { failed: e };
  }
}

function previewLine(seen) {
  if (!seen) return html`<p class="soft" role="status">Looking at the last requests…</p>`;
  if (seen.failed) return html`<p class="wrong" role="status">${seen.failed.errors[0]?.detail ?? seen.failed.message}</p>`;
  return html`<div class="note" role="status">${icon('info')}<div><strong>Matches ${count(seen.matched)} of the last ${many(seen.looked, seen.of === 'exchanges' ? 'exchange' : 'request')}</strong>
    ${seen.examples?.length ? html`<p class="soft small mono">${seen.examples.slice(0, 4).map((one) => html`<span class="cut block">${typeof one === 'string' ? one : [one.method, one.path ?? one.url, one.status].filter(Boolean).join(' ')}</span>`)}</p>` : nothing}</div></div>`;
}
