import { html, nothing } from 'lit';
import * as api from '../core/api.js';
import { change, href } from '../core/route.js';
import { complain, say } from '../core/say.js';
import { bytes, exact, millis } from '../core/format.js';
import { at, because, bones, closing, command, empty, method, statusBadge, time, toggle, trouble } from '../parts/bits.js';
import { icon } from '../parts/icons.js';
import { editRule } from '../parts/rule.js';
import { RecordSearch } from '../parts/records.js';
import '../parts/code.js';

const RECORD_ALL = { name: 'all of /api', path: '/api/**', keep: ['headers', 'query', 'bodies'] };

/** Invocations that the Monitor recorded, and its rules. */
class Monitor extends RecordSearch {
  static properties = { ...RecordSearch.properties, rules: { state: true }, rulesFailed: { state: true } };

  kind = 'invocations';
  path = '/admin/monitor/records';
  hint = 'words, status:5xx, duration:>100ms, path:/api/* …';
  facetsOf = [['status', 'Status'], ['method', 'Method'], ['route', 'Route'], ['package', 'Package'], ['rule', 'Rule'], ['user', 'User']];
  columns = [
    { name: 'When', width: '118px', sort: 'time', cell: (row) => at(row.time) },
    { name: 'Status', width: '64px', sort: 'status', cell: (row) => statusBadge(row.status) },
    { name: 'Method', width: '58px', from: 380, cell: (row) => method(row.method) },
    { name: 'Path', width: 'minmax(120px, 3fr)', sort: 'path', cell: (row) => html`<code title=${row.url}>${row.url}</code>` },
    { name: 'Duration', width: '84px', right: true, sort: 'duration', from: 460, cell: (row) => millis(row.durationMillis) },
    { name: 'Answered by', width: 'minmax(90px, 1fr)', from: 720, cell: (row) => row.service || '–' },
    { name: 'User', width: 'minmax(60px, .7fr)', from: 980, cell: (row) => row.user || '–' },
  ];
  timeOf = (row) => row.time;

  connectedCallback() {
    super.connectedCallback();
    this.#readRules();
  }

  again() {
    super.again();
    if (api.isPassing(this.rulesFailed)) this.#readRules();
  }

  async read(id) {
    const found = await api.get(api.at(this.path, { q: `id:${id}`, limit: 1 }));
    if (!found.items.length) throw new api.Refused(404, { detail: `There is no record ${id}, or not any more.` }, this.path);
    return found.items[0];
  }

  render() {
    const isRules = this.params.tab === 'rules';
    const on = this.status?.monitor;
    return html`<div class="page ${isRules ? '' : 'full'}"><header><h1>Monitor</h1>${on ? html`<span class="badge ${on.on ? 'good' : ''}" title=${because(on)}>${on.on ? 'on' : 'off'}: ${because(on)}</span>` : nothing}
        <div class="actions">${isRules ? html`<button class="button primary" @click=${() => this.#edit()}>${icon('plus')} Rule</button>` : nothing}</div></header>
      <nav class="tabs" aria-label="Monitor"><a href=${href('monitor', { ...this.params, tab: '' })} aria-current=${isRules ? nothing : 'page'}>Records</a>
        <a href=${href('monitor', { tab: 'rules' })} aria-current=${isRules ? 'page' : nothing}>Rules${this.rules ? ` (${this.rules.length})` : ''}</a></nav>
      ${isRules ? this.#rulesTable() : this.body()}</div>`;
  }

  nothing() {
    if (this.params.q || this.params.from || this.params.span) return empty('search', 'No results', 'No record of this time fits the search. Look at a longer time, or take words away.', html`<div class="actions"><button class="button" @click=${() => change({ q: '', from: '', to: '', span: '' })}>Look at everything</button></div>`);
    if (this.status?.monitor.on) return empty('monitor', 'Nothing recorded yet', 'The Monitor is on. The next request that a rule wants is here a moment after it is answered; this one is such a request.', command(`curl ${location.origin}/api/test/sayHello`));
    return empty('monitor', 'The Monitor is off', 'It records who called what, when, for how long and how it ended, as soon as a rule says of which requests. Secrets are hidden before anything is written.',
      html`<div class="actions"><button class="button primary" @click=${() => this.#recordAll()}>Record all of /api</button><a class="button" href=${href('monitor', { tab: 'rules' })}>Write a rule</a></div>`);
  }

  async #recordAll() {
    try {
      await api.send('POST', '/admin/monitor/rules', RECORD_ALL);
      say('Everything under /api is recorded from now on');
      await Promise.all([this.#readRules(), this.look()]);
    } catch (e) {
      complain(e);
    }
  }

  whole(one) {
    const facts = [['Time', html`${exact(one.time)} (${time(one.time)})`], ['Duration', millis(one.durationMillis)], ['Route', html`<code>${one.endpoint || '–'}</code>`], ['Package', one.package || '–'], ['Service', one.service || '–'],
      ['User', one.user || '–'], ['From', one.remoteAddress], ['Agent', one.userAgent || '–'], ['Sizes', `${bytes(one.bytesIn)} in, ${bytes(one.bytesOut)} out`], ['Rule', one.rule], ['Trace', html`<code>${one.traceId}</code>`]];
    return html`<header><h2 class="grow cut">${method(one.method)} <code>${one.url}</code></h2>${statusBadge(one.status)}<div class="actions">${one.trackerId ? html`<a class="button tiny" href=${href('tracker', { id: one.trackerId })}>${icon('tracker')} Transaction</a>` : nothing}${closing(() => change({ id: '' }))}</div></header>
      <div class="inside"><dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      ${one.headers ? html`<section><h3>Request header</h3><dl class="facts mono">${Object.entries(one.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value === '***' ? html`<span class="t-masked">***</span>` : value}</dd>`)}</dl></section>` : nothing}
      ${payload('Request', one.request)}${payload('Answer', one.response)}</div>`;
  }

  async #readRules() {
    try {
      this.rules = (await api.get('/admin/monitor/rules')).items;
      this.rulesFailed = undefined;
    } catch (e) {
      this.rulesFailed = e;
    }
  }

  #rulesTable() {
    if (this.rulesFailed) return trouble(this.rulesFailed, () => this.#readRules());
    if (!this.rules) return html`<div class="card">${bones(4)}</div>`;
    if (!this.rules.length) {
      return html`<div class="card">${empty('monitor', 'No rules yet', 'A rule says which requests are recorded and what of them is kept. Of several that fit, the one with the lowest priority decides.',
        html`<div class="actions"><button class="button primary" @click=${() => this.#recordAll()}>Record all of /api</button><button class="button" @click=${() => this.#edit()}>Write a rule</button></div>`)}</div>`;
    }
    return html`<div class="card scroll-x" tabindex="0" role="region" aria-label="Rules"><table class="plain"><thead><tr><th>On</th><th>Name</th><th class="right">Priority</th><th>Requests</th><th>Keeps</th><th>Hides</th><th>Webhook</th><th><span class="sr">Actions</span></th></tr></thead><tbody>${this.rules.map((rule) => html`<tr>
      <td>${toggle(`${rule.name} on`, rule.enabled, (enabled) => this.#patch(rule, { enabled }))}</td><td><button class="link" @click=${() => this.#edit(rule)}>${rule.name}</button></td><td class="right">${rule.priority}</td>
      <td>${which(rule)}</td><td class="soft">${rule.keep.length ? rule.keep.join(', ') : 'no content'}${rule.share < 1 ? `, ${+(rule.share * 100).toPrecision(3)} % of them` : ''}</td><td class="soft">${rule.mask.join(', ') || '–'}</td>
      <td class="soft">${[rule.callback ? 'callback' : '', rule.alert ? 'alert' : ''].filter(Boolean).join(', ') || '–'}</td>
      <td class="right nowrap"><a class="button tiny quiet" href=${href('monitor', { q: `rule:"${rule.name}"` })}>Records</a><button class="button tiny square quiet" aria-label="Change ${rule.name}" title="Change" @click=${() => this.#edit(rule)}>${icon('edit')}</button>
      <button class="button tiny square quiet" aria-label="Delete ${rule.name}" title="Delete" @click=${() => this.#remove(rule)}>${icon('trash')}</button></td></tr>`)}</tbody></table></div>`;
  }

  async #patch(rule, changes) {
    try {
      await api.send('PATCH', `/admin/monitor/rules/${api.part(rule.id)}`, changes, { headers: { 'Content-Type': 'application/merge-patch+json' } });
      say(`${rule.name} is ${changes.enabled ? 'on' : 'off'}`);
    } catch (e) {
      complain(e);
    }
    await Promise.all([this.#readRules(), this.look()]);
  }

  async #remove(rule) {
    try {
      await api.send('DELETE', `/admin/monitor/rules/${api.part(rule.id)}`);
      await Promise.all([this.#readRules(), this.look()]);
      const again = { ...rule };
      delete again.id;
      say(`${rule.name} is deleted`, { action: { label: 'Undo', run: async () => { await api.send('POST', '/admin/monitor/rules', again).catch(complain); await Promise.all([this.#readRules(), this.look()]); } } });
    } catch (e) {
      complain(e);
    }
  }

  async #edit(rule) {
    const saved = await editRule(rule);
    if (!saved) return;
    say(`${saved} is ${rule ? 'saved' : 'added'}`);
    await Promise.all([this.#readRules(), this.look()]);
  }
}

const which = (rule) => html`<code>${rule.pathRegex ?? rule.path ?? 'all paths'}</code> <span class="soft">${[rule.methods.join(', '), rule.status.join(', '), rule.package ? `package ${rule.package}` : '', rule.service ? `service ${rule.service}` : '',
  rule.minMillis ? `from ${rule.minMillis} ms on` : ''].filter(Boolean).join('; ')}</span>`;

export const payload = (name, body) => (body ? html`<section><h3>${name} <small class="soft">${body.contentType}${body.cut ? ', cut' : ''}</small></h3><vs-code .text=${body.content} .type=${body.contentType} .label=${name} .name=${name.toLowerCase()}></vs-code></section>` : nothing);

customElements.define('vs-monitor', Monitor);
