import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { change, href } from '../core/route.js';
import { Poll } from '../core/poll.js';
import { complain, say } from '../core/say.js';
import { bytes, count, many, millis } from '../core/format.js';
import { bones, choice, command, empty, stateBadge, time, toggle, trouble } from '../parts/bits.js';
import { icon } from '../parts/icons.js';
import { save } from '../parts/code.js';

const TABS = { '': 'Settings', loggers: 'Log levels', diagnostics: 'Diagnostics', cluster: 'Cluster' };
const LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'];
const MOST_LOGGERS = 200;
const LOOK_MILLIS = 3000;
const PATHS = { settings: '/admin/settings', audit: '/admin/audit', loggers: '/admin/loggers', threads: '/admin/diagnostics/threads', heap: '/admin/diagnostics/heap', recordings: '/admin/diagnostics/recordings', cluster: '/admin/cluster' };

/** Configuration of the server, settings that can change while it runs, and diagnostics. */
class SettingsPage extends Part {
  static properties = { params: {}, settings: { state: true }, audit: { state: true }, loggers: { state: true }, threads: { state: true }, heap: { state: true }, recordings: { state: true }, cluster: { state: true }, failed: { state: true }, wrong: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.params = {};
    this.failed = {};
    this.wrong = {};
    this.poll = new Poll(this, LOOK_MILLIS, () => (this.#tab === 'diagnostics' ? this.#read('recordings') : this.#tab === 'cluster' ? this.#read('cluster') : undefined));
  }

  willUpdate(changed) {
    if (!changed.has('params') || this.shown === this.#tab) return;
    const tab = this.#tab;
    this.shown = tab;
    if (tab === '') this.#readSettings();
    else if (tab === 'loggers') this.#read('loggers');
    else if (this.hasUpdated) this.poll.now();
  }

  /** Called when the server is reachable again. Repeats what has failed. */
  again() {
    for (const [name, e] of Object.entries(this.failed)) if (api.isPassing(e)) this.#read(name);
  }

  get #tab() {
    const { tab = '' } = this.params;
    return Object.hasOwn(TABS, tab) ? tab : '';
  }

  async #read(name) {
    try {
      const answer = await api.get(PATHS[name]);
      this[name] = name === 'cluster' ? answer : answer.items;
      this.failed = { ...this.failed, [name]: undefined };
    } catch (e) {
      this.failed = { ...this.failed, [name]: e };
    }
  }

  async #readSettings() {
    await Promise.all([this.#read('settings'), this.#read('audit')]);
  }

  render() {
    const tab = this.#tab;
    return html`<div class="page"><header><h1>Settings</h1></header>
      <nav class="tabs" aria-label="Settings">${Object.entries(TABS).map(([name, title]) => html`<a href=${href('settings', { tab: name })} aria-current=${name === tab ? 'page' : nothing}>${title}</a>`)}</nav>
      ${tab === 'loggers' ? this.#loggerTable() : tab === 'diagnostics' ? this.#diagnostics() : tab === 'cluster' ? this.#clusterCard() : this.#settingTable()}</div>`;
  }

  #failure(name, words) {
    const e = this.failed[name];
    if (!e) return undefined;
    return api.isMissing(e) ? html`<div class="note">${icon('info')}<p>${words}</p></div>` : trouble(e, () => (name === 'settings' ? this.#readSettings() : this.#read(name)));
  }

  #settingTable() {
    const failure = this.#failure('settings', html`This server does not tell its settings here. <code>./vesper run --print-config</code> shows each with its value and where it came from.`);
    if (failure) return failure;
    if (!this.settings) return html`<div class="card">${bones(8)}</div>`;
    const { q = '', only = '' } = this.params;
    const found = this.settings.filter((one) => `${one.key} ${one.meaning}`.toLowerCase().includes(q.toLowerCase()) && (only !== 'changed' || one.origin !== 'default') && (only !== 'changeable' || one.changeable));
    const groups = Map.groupBy(found, (one) => one.key.split('.')[0]);
    return html`<div class="search-line"><input type="search" class="grow tall" data-search aria-label="Find a setting" placeholder="Find a setting" .value=${q} @input=${(event) => change({ q: event.target.value }, { replace: true })}>
        ${choice('Which settings', [['', 'All'], ['changed', 'Not the default'], ['changeable', 'Changeable now']], only, (value) => change({ only: value }))}</div>
      ${[...groups].map(([group, all]) => html`<section class="card"><header><h2>${group}</h2><span class="soft">${all.length}</span></header><div class="settings">${all.map((one) => this.#setting(one))}</div></section>`)}
      ${found.length ? nothing : html`<p class="soft">No setting is like that.</p>`}
      <section class="card"><header><h2>Changed since the start</h2></header>${this.audit?.length ? html`<div class="scroll-x" tabindex="0" role="region" aria-label="Changes"><table class="plain"><thead><tr><th>When</th><th>Who</th><th>Key</th><th>From</th><th>To</th></tr></thead><tbody>${this.audit.map((one) => html`<tr><td>${time(one.at)}</td><td>${one.who}</td><td><code>${one.key}</code></td><td class="soft"><code>${one.from ?? ''}</code></td><td><code>${one.to ?? ''}</code></td></tr>`)}</tbody></table></div>`
      : html`<p class="pad soft">Nothing was changed while this server runs. A change lasts until it stops; what it should have at the next start belongs into its file, its environment or its flags.</p>`}</section>`;
  }

  #setting(one) {
    const wrong = this.wrong[one.key];
    const isSet = one.origin !== 'default';
    return html`<div class="setting"><div class="what"><code class="key">${one.key}</code><p class="soft small">${one.meaning}</p></div>
      <div class="value">${one.changeable ? this.#control(one) : html`<code class=${isSet ? 'set' : 'soft'}>${one.value === '' ? 'not set' : one.value}</code>`}${wrong ? html`<p class="wrong small" role="alert">${wrong.words}</p>` : nothing}</div>
      <div class="origin soft small">${isSet ? html`<span class="badge plain info">${one.origin}</span>${one.default !== one.value ? html` <span>default <code>${one.default === '' ? 'not set' : one.default}</code></span>` : nothing}` : 'default'}</div></div>`;
  }

  #control(one) {
    if (one.form === 'boolean') return html`<span class="line-link">${toggle(one.key, one.value === 'true', (on) => this.#set(one, String(on)))}<span>${one.value}</span></span>`;
    if (one.choices) return html`<select aria-label=${one.key} .value=${live(one.value)} @change=${(event) => this.#set(one, event.target.value)}>${one.choices.map((each) => html`<option ?selected=${each === one.value}>${each}</option>`)}</select>`;
    return html`<form class="tools-line" @submit=${(event) => { event.preventDefault(); this.#set(one, event.target.value.value); }}><input type="text" name="value" aria-label=${one.key} .value=${live(this.wrong[one.key]?.value ?? one.value)} placeholder="not set" spellcheck="false"><button class="button tiny">Set</button></form>`;
  }

  async #set(one, value) {
    try {
      await api.send('PUT', `/admin/settings/${api.part(one.key)}`, { value });
      this.wrong = { ...this.wrong, [one.key]: undefined };
      say(`${one.key} is ${value || 'not set'} until the server stops`);
    } catch (e) {
      this.wrong = { ...this.wrong, [one.key]: { words: e.errors[0]?.detail ?? e.message, value } };
    }
    await this.#readSettings();
  }

  #loggerTable() {
    const failure = this.#failure('loggers', html`This server does not tell its loggers here. <code>log.level</code> sets the level of all at the start.`);
    if (failure) return failure;
    if (!this.loggers) return html`<div class="card">${bones(8)}</div>`;
    const { q = '' } = this.params;
    const found = this.loggers.filter((one) => one.name.toLowerCase().includes(q.toLowerCase()));
    const set = found.filter((one) => one.level);
    const rest = found.filter((one) => !one.level);
    return html`<input type="search" class="tall" data-search aria-label="Find a logger" placeholder="Find a logger: vesper, the name of a class …" .value=${q} @input=${(event) => change({ q: event.target.value }, { replace: true })}>
      <div class="card scroll-x" tabindex="0" role="region" aria-label="Loggers"><table class="plain stacked"><thead><tr><th>Logger</th><th>Level</th></tr></thead><tbody>${[...set, ...rest].slice(0, MOST_LOGGERS).map((one) => html`<tr><td><code>${one.name}</code></td><td><select aria-label="Level of ${one.name}" .value=${live(one.level ?? '')} @change=${(event) => this.#level(one, event.target.value)}>
        ${one.name === 'ROOT' ? nothing : html`<option value="" ?selected=${!one.level}>as above (${one.effectiveLevel})</option>`}${LEVELS.map((level) => html`<option ?selected=${level === one.level}>${level}</option>`)}</select></td></tr>`)}</tbody></table></div>
      ${found.length > MOST_LOGGERS ? html`<p class="soft">${count(found.length - MOST_LOGGERS)} more; find them by their names.</p>` : nothing}`;
  }

  async #level(one, level) {
    try {
      await api.send('PUT', `/admin/loggers/${api.part(one.name)}`, { level: level || null });
      say(level ? `${one.name} logs from ${level} on` : `${one.name} logs as the one above`);
    } catch (e) {
      complain(e);
    }
    await this.#read('loggers');
  }

  #diagnostics() {
    return html`<div class="cards"><section class="card half"><header><h2>Threads</h2><div class="actions"><button class="button tiny" @click=${() => this.#read('threads')}>${icon('reload')} Look</button>
        <button class="button tiny" @click=${() => this.#download('/admin/diagnostics/threads', 'threads.txt', 'text/plain')}>${icon('download')} Dump</button></div></header>${this.#threadTable()}</section>
      <section class="card half"><header><h2>Heap</h2><div class="actions"><button class="button tiny" @click=${() => this.#read('heap')}>${icon('reload')} Count objects</button></div></header>${this.#heapTable()}</section>
      <section class="card across"><header><h2>Flight recordings</h2><div class="actions"><form class="tools-line" @submit=${(event) => { event.preventDefault(); this.#record(Number(event.target.seconds.value), event.target.settings.value); }}>
        <select name="seconds" aria-label="For how long">${[10, 30, 60, 120, 300].map((n) => html`<option value=${n} ?selected=${n === 30}>${n} s</option>`)}</select><select name="settings" aria-label="How closely"><option value="default">default</option><option value="profile" selected>profile</option></select>
        <button class="button tiny primary" ?disabled=${this.busy}>Record</button></form></div></header>${this.#recordingTable()}</section></div>`;
  }

  #threadTable() {
    const failure = this.#failure('threads', 'This server makes no thread dumps here.');
    if (failure) return html`<div class="pad">${failure}</div>`;
    if (!this.threads) return html`<p class="pad soft">What each thread does at a moment, virtual ones too. Looking stops nothing.</p>`;
    return html`<div class="tall-scroll" tabindex="0" role="region" aria-label="Threads"><ul>${this.threads.map((one) => html`<li><strong>${one.name || 'unnamed'}</strong>${one.virtual ? html` <span class="soft">virtual</span>` : nothing} ${one.state ? html`<span class="badge plain">${one.state.toLowerCase().replace('_', ' ')}</span>` : nothing}
      ${one.frames?.length ? html`<pre class="soft words">${one.frames.slice(0, 6).join('\n')}</pre>` : nothing}</li>`)}</ul></div>`;
  }

  #heapTable() {
    const failure = this.#failure('heap', 'This server does not count its objects here.');
    if (failure) return html`<div class="pad">${failure}</div>`;
    if (!this.heap) return html`<p class="pad soft">How many objects of which class there are. All threads stop while they are counted, longer with a larger heap.</p>`;
    const most = Math.max(...this.heap.map((one) => one.bytes));
    return html`<div class="tall-scroll" tabindex="0" role="region" aria-label="Objects"><table class="plain"><thead><tr><th>Class</th><th class="right">Instances</th><th class="right">Bytes</th></tr></thead><tbody>${this.heap.map((one) => html`<tr><td class="share"><i .style=${`width:${(one.bytes / most) * 100}%`}></i><code title=${one.class}>${asWritten(one.class)}</code></td><td class="right">${count(one.instances)}</td><td class="right">${bytes(one.bytes)}</td></tr>`)}</tbody></table></div>`;
  }

  #recordingTable() {
    const failure = this.#failure('recordings', 'This server makes no flight recordings here.');
    if (failure) return html`<div class="pad">${failure}</div>`;
    if (!this.recordings) return bones(2);
    if (!this.recordings.length) return html`<p class="pad soft">A recording says where processor time and memory go, at a cost of about a hundredth. JDK Mission Control opens the file, and so does <code>jfr summary</code>.</p>`;
    return html`<div class="scroll-x" tabindex="0" role="region" aria-label="Recordings"><table class="plain"><thead><tr><th>Recording</th><th>Started</th><th>State</th><th class="right">Length</th><th class="right">Size</th><th><span class="sr">Actions</span></th></tr></thead><tbody>${this.recordings.map((one) => {
      const isRunning = /run|record/i.test(one.state ?? '');
      return html`<tr><td><code>${one.id}</code> <span class="soft">${one.settings ?? ''}</span></td><td>${time(one.startedAt ?? one.at)}</td><td>${stateBadge(one.state)}</td><td class="right">${one.seconds === undefined ? '' : `${one.seconds} s`}</td><td class="right">${isRunning ? '–' : bytes(one.bytes ?? one.sizeBytes)}</td>
        <td class="right nowrap">${isRunning ? nothing : html`<button class="button tiny" @click=${() => this.#download(`/admin/diagnostics/recordings/${api.part(one.id)}`, `${one.id}.jfr`, 'application/octet-stream')}>${icon('download')} Download</button>`}
        <button class="button tiny square quiet" aria-label="Delete the recording" @click=${() => this.#deleteRecording(one)}>${icon('trash')}</button></td></tr>`;
    })}</tbody></table></div>`;
  }

  async #record(seconds, settings) {
    this.busy = true;
    try {
      await api.send('POST', '/admin/diagnostics/recordings', { seconds, settings });
      say(`Recording for ${seconds} s`);
    } catch (e) {
      complain(e);
    }
    this.busy = false;
    this.poll.now();
  }

  async #deleteRecording(one) {
    await api.send('DELETE', `/admin/diagnostics/recordings/${api.part(one.id)}`).catch(complain);
    this.poll.now();
  }

  async #download(path, name, type) {
    try {
      const answer = await api.raw('GET', path, { headers: { Accept: type === 'text/plain' ? 'text/plain' : '*/*' } });
      save(await answer.blob(), type, name);
    } catch (e) {
      complain(e);
    }
  }

  #clusterCard() {
    const e = this.failed.cluster;
    if (e) return trouble(e);
    if (!this.cluster) return html`<div class="card">${bones(4)}</div>`;
    if (!this.cluster.name) {
      return html`<div class="card">${empty('services', 'No cluster', 'A replicated collection of documents is on every node of a cluster, and written to a majority before it is acknowledged. This starts one on this machine, for a try-out.', command('./vesper cluster demo --nodes 3'))}</div>`;
    }
    const { cluster } = this;
    return html`${cluster.trouble ? html`<div class="note warn">${icon('warn')}<p>${cluster.trouble}</p></div>` : nothing}<section class="card"><header><h2>${cluster.name}</h2><span class="badge ${cluster.connected ? 'good' : 'bad'}">${cluster.connected ? 'connected' : 'not connected'}</span><span class="soft">${many(cluster.items.length, 'member')}</span></header>
      <div class="scroll-x" tabindex="0" role="region" aria-label="Members"><table class="plain"><thead><tr><th>Node</th><th>State</th><th>Address</th><th>Version</th><th>Started</th><th class="right">Behind</th></tr></thead><tbody>${cluster.items.map((one) => html`<tr><td><strong>${one.node}</strong>${one.node === cluster.node ? html` <span class="badge plain">this one</span>` : nothing}</td>
        <td><span class="badge ${one.ready ? 'good' : 'warn'}">${one.ready ? 'ready' : 'catching up'}</span></td><td><a href=${`${one.address}/console/`} target="_blank" rel="noopener">${one.address}</a></td><td>${one.version}</td><td>${time(one.startedAt)}</td><td class="right">${one.lagMillis < 0 ? 'not yet known' : millis(one.lagMillis)}</td></tr>`)}</tbody></table></div></section>`;
  }
}
const PRIMITIVES = { B: 'byte', C: 'char', D: 'double', F: 'float', I: 'int', J: 'long', S: 'short', Z: 'boolean' };

/** Converts a JVM class name to source form: [B to byte[]. */
function asWritten(name) {
  const [, depth, of] = /^(\[*)(.*)$/.exec(name);
  return depth ? (PRIMITIVES[of] ?? of.replace(/^L|;$/g, '')) + '[]'.repeat(depth.length) : name;
}
customElements.define('vs-settings', SettingsPage);
