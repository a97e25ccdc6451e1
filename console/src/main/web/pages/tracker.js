import { html, nothing } from 'lit';
import * as api from '../core/api.js';
import { change, href } from '../core/route.js';
import { complain, say } from '../core/say.js';
import { clockMillis, count, exact, many, millis } from '../core/format.js';
import { at, because, closing, command, copy, empty, method, stateBadge, statusBadge, time, toggle, trouble } from '../parts/bits.js';
import { ask, confirm } from '../parts/dialog.js';
import { icon } from '../parts/icons.js';
import { RecordSearch } from '../parts/records.js';
import { prettyJson } from '../parts/code.js';
import '../parts/code.js';
import '../parts/editor.js';

const MOST_RESUBMITTED = 1000;
const LEAVING = { title: 'Leave what you have written?', words: 'It was not sent.', action: 'Leave it', danger: true };

/** Transactions: requests, responses and states, and resubmission. */
class Tracker extends RecordSearch {
  static properties = { ...RecordSearch.properties, editing: { state: true } };

  kind = 'transactions';
  path = '/admin/tracker/transactions';
  hint = 'a word of the payload, body.amount:>40, state:ERROR …';
  facetsOf = [['state', 'State'], ['status', 'Status'], ['type', 'Type'], ['method', 'Method'], ['route', 'Route'], ['package', 'Package'], ['sender', 'Sender'], ['receiver', 'Receiver'], ['user', 'User']];
  columns = [
    { name: 'When', width: '118px', sort: 'time', cell: (row) => at(row.startedAt) },
    { name: 'State', width: '118px', from: 460, cell: (row) => stateBadge(row.state) },
    { name: 'Request', width: 'minmax(120px, 3fr)', cell: (row) => (row.method ? html`${method(row.method)} <code title=${row.url}>${row.url}</code>` : html`<strong>${row.type || 'begun by code'}</strong>`) },
    { name: 'Type', width: 'minmax(60px, .8fr)', from: 700, sort: 'type', cell: (row) => row.type || '–' },
    { name: 'External id', width: 'minmax(70px, .9fr)', from: 800, sort: 'externalId', cell: (row) => (row.externalId ? html`<code>${row.externalId}</code>` : '–') },
    { name: 'Status', width: '64px', sort: 'status', cell: (row) => (row.status === undefined ? '–' : statusBadge(row.status)) },
    { name: 'Duration', width: '84px', right: true, from: 460, sort: 'duration', cell: (row) => millis(row.durationMillis) },
  ];
  timeOf = (row) => row.startedAt;

  read(id) {
    this.editing = undefined;
    return api.get(`${this.path}/${api.part(id)}`);
  }

  render() {
    const on = this.status?.tracker;
    return html`<div class="page full"><header><h1>Tracker</h1>${on ? html`<span class="badge ${on.on ? 'good' : ''}" title=${because(on)}>${on.on ? 'on' : 'off'}</span>${toggle('Tracker on', on.on, (next) => this.#switch(next))}` : nothing}
      <div class="actions"><button class="button" ?disabled=${!this.rows.length || !this.#isNarrowed()} title=${this.#isNarrowed() ? nothing : 'Search for something first'} @click=${() => this.#resubmitAll()}>${icon('reload')} Resubmit all found</button></div></header>${this.body()}</div>`;
  }

  /** Checks whether there is a query. Without one, resubmitting all results is not offered. */
  #isNarrowed() {
    return Boolean(this.params.q);
  }

  async #switch(on) {
    try {
      await api.send('PUT', '/admin/tracker/enabled', on);
      say(`The Tracker is ${on ? 'on' : 'off'}`);
    } catch (e) {
      complain(e);
    }
    await this.look();
  }

  nothing() {
    if (this.params.q || this.params.from || this.params.span) return empty('search', 'No results', 'No transaction of this time fits the search. Look at a longer time, or take words away.', html`<div class="actions"><button class="button" @click=${() => change({ q: '', from: '', to: '', span: '' })}>Look at everything</button></div>`);
    if (this.status?.tracker.on) return empty('tracker', 'Nothing tracked yet', 'The Tracker is on. The next request under /api is here a moment after it is answered, with both payloads.', command(`curl -H 'Content-Type: application/json' -d '{"customer": "Jane Smith"}' ${location.origin}/api/echo`));
    return empty('tracker', 'The Tracker is off', 'It keeps each exchange under /api whole, found by any word in it months later. Secrets are hidden before anything is written.',
      html`<div class="actions"><button class="button primary" @click=${() => this.#switch(true)}>Switch the Tracker on</button></div>`);
  }

  whole(one) {
    const facts = [['Started', html`${exact(one.startedAt)} (${time(one.startedAt)})`], ['Duration', millis(one.durationMillis)], ['Type', one.type], ['External id', one.externalId && html`<code>${one.externalId}</code>`], ['Sender', one.sender], ['Receiver', one.receiver],
      ['Id', html`<code>${one.id}</code> <button class="button tiny square quiet" aria-label="Copy the id" @click=${() => copy(one.id)}>${icon('copy')}</button>`], ['Trace', one.traceId && html`<code>${one.traceId}</code>`]];
    return html`<header><h2 class="grow cut">${one.method ? html`${method(one.method)} <code>${one.url}</code>` : one.type || 'Begun by code'}</h2>${one.status === undefined ? stateBadge(one.state) : statusBadge(one.status)}
        <div class="actions">${one.method ? html`<button class="button tiny" @click=${() => this.#edit(one)}>${icon('reload')} Resubmit</button>` : nothing}<a class="button tiny quiet" href=${href('monitor', { id: one.id })}>${icon('monitor')} Record</a>${closing(() => change({ id: '' }))}</div></header>
      <div class="inside">${one.incomplete ? html`<div class="note warn">${icon('warn')}<p>${one.incomplete}</p></div>` : nothing}
      ${this.editing ? this.#resubmitForm(one) : nothing}
      <ol class="timeline">${one.states.map((state, i) => html`<li class=${state.name === 'ERROR' ? 'bad' : ''}><div class="at"><strong>${state.name}</strong><time class="soft small" datetime=${state.at} title=${exact(state.at)}>${clockMillis(state.at)}${i ? html` <span title="after the state before">+${millis(new Date(state.at) - new Date(one.states[i - 1].at))}</span>` : nothing}</time>
        <span class="soft small">${state.contentType ?? ''}${state.cut ? ', cut' : ''}</span></div>${state.payload ? html`<vs-code .text=${state.payload} .type=${state.contentType ?? ''} .label=${`Payload of ${state.name}`} .name=${`${one.id}-${state.name}`}></vs-code>` : nothing}</li>`)}</ol>
      ${Object.keys(one.properties).length ? html`<section><h3>Properties</h3><dl class="facts">${Object.entries(one.properties).map(([name, value]) => html`<dt>${name}</dt><dd>${value === '***' ? html`<span class="t-masked">***</span>` : typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>`)}</dl></section>` : nothing}
      ${one.logs.length ? html`<section><h3>Log</h3><ul class="log">${one.logs.map((line) => html`<li><time class="soft mono" datetime=${line.at} title=${exact(line.at)}>${clockMillis(line.at)}</time> ${line.text}</li>`)}</ul></section>` : nothing}
      ${one.links.length ? html`<section><h3>Links</h3><ul class="log">${one.links.map((link) => html`<li><span class="soft">${link.relation}</span> <a href=${href('tracker', { ...this.params, id: link.id })}><code>${link.id}</code></a></li>`)}</ul></section>` : nothing}
      <dl class="facts">${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></div>`;
  }

  #edit(one) {
    const sent = one.states[0];
    const isText = sent?.payload !== undefined;
    this.editing = { body: isText ? (/json/.test(sent.contentType ?? '') ? prettyJson(sent.payload) : sent.payload) : '', before: sent?.payload, type: sent?.contentType ?? '', isMasked: (sent?.payload ?? '').includes('***'), isCut: Boolean(sent?.cut) };
    this.updateComplete.then(() => this.querySelector('.resubmit')?.scrollIntoView({ block: 'nearest' }));
  }

  #resubmitForm(one) {
    const { editing } = this;
    const type = editing.type;
    return html`<form class="resubmit card" @submit=${(event) => { event.preventDefault(); this.#resubmit(one); }}><header><h3>Send it again</h3><span class="soft small">in this server, as if it came anew</span></header><div class="body form">
      ${editing.isMasked ? html`<div class="note warn">${icon('warn')}<div><p>Values of it were hidden before it was kept. Put others in the place of <code>***</code>.</p>
        ${isStillMasked(editing) ? html`<label class="check"><input type="checkbox" .checked=${Boolean(editing.isMeant)} @change=${(event) => { this.editing = { ...editing, isMeant: event.target.checked }; }}>Send the stars as they are</label>` : nothing}</div></div>` : nothing}
      ${editing.isCut ? html`<div class="note warn">${icon('warn')}<p>Only its beginning was kept. Give all of it.</p></div>` : nothing}
      ${editing.before !== undefined ? html`<vs-editor .value=${editing.body} .isReadOnly=${Boolean(editing.isSending)} .language=${/json/.test(type) ? 'json' : /xml/.test(type) ? 'xml' : 'text'} .label=${'Body to send'} @change=${({ detail }) => { this.editing = { ...this.editing, now: detail }; }} @send=${() => this.#resubmit(one)}></vs-editor>` : html`<p class="soft">It had no body.</p>`}
      ${editing.failed ? trouble(editing.failed) : nothing}
      <div class="tools-line"><button class="button primary" ?disabled=${editing.isSending || (isStillMasked(editing) && !editing.isMeant)}>${icon('play')} Resubmit</button><button type="button" class="button" @click=${() => { this.editing = undefined; }}>Cancel</button></div></div></form>`;
  }

  async #resubmit(one) {
    const { editing } = this;
    if (!editing || editing.isSending || (isStillMasked(editing) && !editing.isMeant)) return;
    const text = editing.now ?? editing.body;
    const isOther = editing.before !== undefined && (text !== editing.body || editing.isMasked);
    this.editing = { ...editing, isSending: true, failed: undefined };
    try {
      const answer = await api.send('POST', `${this.path}/${api.part(one.id)}/resubmit`, isOther ? { body: text, contentType: editing.type } : undefined);
      say(`Sent again: it was answered with ${answer.status || 'nothing'}`, { bad: answer.status >= 400 || !answer.status });
      if (!this.#isShown(one)) return;
      this.editing = undefined;
      change({ id: answer.id });
      this.search({ quietly: true });
    } catch (e) {
      if (this.#isShown(one)) this.editing = { ...editing, failed: e };
      else complain(e);
    }
  }

  /** Checks whether a transaction is still shown: the user may have opened another while a request was running. */
  #isShown(one) {
    return this.isConnected && this.params.id === one.id;
  }

  get isDirty() {
    const { editing } = this;
    return Boolean(editing && editing.now !== undefined && editing.now !== editing.body);
  }

  leave({ page, params }) {
    return (page === 'tracker' && params.id === this.params.id) || !this.isDirty ? true : this.#mayLeave();
  }

  async #mayLeave() {
    const may = await confirm(LEAVING);
    if (may) this.editing = undefined;
    return may;
  }

  /**
   * Shows a dry run, then resubmits if the user agrees. The fixed end of the time range keeps later transactions out.
   */
  async #resubmitAll() {
    const { from, to = Date.now() } = this.window();
    const asked = { q: this.params.q, from, to, limit: MOST_RESUBMITTED };
    let result;
    let failed;
    let isRunning = false;
    try {
      result = await api.send('POST', api.at('/admin/tracker/resubmit', asked));
    } catch (e) {
      return complain(e);
    }
    await ask(({ close, draw }) => {
      const run = async () => {
        isRunning = true;
        draw();
        try {
          result = await api.send('POST', api.at('/admin/tracker/resubmit', { ...asked, dryRun: 'false' }));
          this.search({ quietly: true });
        } catch (e) {
          failed = e;
        }
        isRunning = false;
        draw();
      };
      const refused = result.items.filter((item) => item.refused);
      return html`<div class="inside"><h2>${result.dryRun ? 'Resubmit all that was found?' : 'Resubmitted'}</h2>
        <dl class="tiles"><div class="tile"><dt>Found</dt><dd>${count(result.found)}</dd></div><div class="tile"><dt>${result.dryRun ? 'To be sent' : 'Sent'}</dt><dd>${count(result.sent)}</dd></div>${result.dryRun ? nothing : html`<div class="tile"><dt>Failed</dt><dd>${count(result.failed)}</dd></div>`}<div class="tile"><dt>Refused</dt><dd>${count(result.refused)}</dd></div></dl>
        ${refused.length ? html`<details><summary>Why ${many(refused.length, 'is', 'are')} refused</summary><ul class="log">${refused.slice(0, 50).map((item) => html`<li><code>${item.method} ${item.url}</code> <span class="soft">${item.refused}</span></li>`)}</ul></details>` : nothing}
        ${result.dryRun ? html`<p class="soft">Nothing was sent so far. They are sent one after the other, the newest first, ${count(MOST_RESUBMITTED)} at most; those that were sent again before are left out.</p>` : nothing}
        ${failed ? trouble(failed) : nothing}
        <div class="actions"><button class="button" @click=${() => close()}>${result.dryRun ? 'Cancel' : 'Close'}</button>${result.dryRun ? html`<button class="button primary" ?disabled=${isRunning || !result.sent} @click=${run}>Send ${count(result.sent)} again</button>` : nothing}</div></div>`;
    });
  }
}
/** Checks whether the body still contains masked values, which would be sent as asterisks. */
const isStillMasked = ({ isMasked, now, body }) => isMasked && (now ?? body).includes('***');

customElements.define('vs-tracker', Tracker);
