import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { change, go, href } from '../core/route.js';
import { Poll } from '../core/poll.js';
import { complain, say } from '../core/say.js';
import { count, lasting, many, micros, millis } from '../core/format.js';
import { bones, choice, command, empty, method, stateBadge, time, trouble } from '../parts/bits.js';
import { ask, confirm } from '../parts/dialog.js';
import { icon } from '../parts/icons.js';

const LOOK_MILLIS = 2000;

/** Packages: their states, errors, routes and running requests. */
class Services extends Part {
  static properties = { params: {}, packages: { state: true }, failed: { state: true }, routes: { state: true }, routesFailed: { state: true }, running: { state: true }, busy: { state: true }, refusal: { state: true }, isOver: { state: true } };

  constructor() {
    super();
    this.params = {};
    this.busy = new Set();
    this.poll = new Poll(this, LOOK_MILLIS, () => this.#look());
  }

  willUpdate(changed) {
    if (changed.has('params') && changed.get('params')?.name !== this.params.name) {
      this.refusal = undefined;
      if (this.hasUpdated) this.#look();
    }
  }

  async #look() {
    try {
      this.packages = (await api.get('/admin/packages')).items;
      this.failed = undefined;
    } catch (e) {
      this.failed = e;
      return;
    }
    await Promise.all([this.#readRoutes(), this.#readRunning()]);
  }

  async #readRoutes() {
    try {
      this.routes = (await api.get('/admin/routes')).items;
      this.routesFailed = undefined;
    } catch (e) {
      this.routesFailed = e;
      if (api.isMissing(e)) this.routes = await this.#named();
    }
  }

  /** Returns the routes from `/`, for a server that keeps no statistics by route. */
  async #named() {
    const here = await api.get('/').catch(() => ({ packages: [] }));
    return here.packages.flatMap((one) => one.routes.map((route) => ({ method: route.split(' ')[0], path: route.split(' ')[1], package: one.name })));
  }

  async #readRunning() {
    try {
      this.running = { items: (await api.get('/admin/requests')).items.filter((one) => one.package !== 'vesper' || (one.ageMillis > 1000 && one.path !== '/admin/status/live')) };
    } catch (e) {
      this.running = { failed: e, items: [] };
    }
  }

  escape() {
    if (this.params.name) change({ name: '' });
  }

  render() {
    const chosen = this.packages?.find((one) => one.name === this.params.name);
    return html`<div class="page services ${this.isOver ? 'is-over' : ''}" @dragover=${(event) => { event.preventDefault(); this.isOver = true; }} @dragleave=${() => { this.isOver = false; }} @drop=${this.#dropped}>
      <header><h1>Services</h1>${this.packages ? html`<span class="soft">${many(this.packages.length, 'package')}</span>` : nothing}<div class="actions"><label class="button"><input class="sr" type="file" accept=".zip,application/zip" @change=${(event) => { this.#upload(event.target.files[0]); event.target.value = ''; }}>${icon('upload')} Upload a zip</label></div></header>
      ${this.failed ? trouble(this.failed) : nothing}${this.refusal ? this.#refused() : nothing}
      ${this.packages?.length ? html`<div class="package-grid ${chosen ? 'has-chosen' : ''}"><section class="packages" aria-label="Packages">${this.#list()}</section>${chosen ? this.#one(chosen) : this.#all()}</div>`
      : this.packages ? html`<div class="card">${empty('services', 'No packages yet', 'A package is a folder with a class in it; it serves as soon as the file is saved. This makes one with a first service and its test, or drop a zip here.', command('./vesper new orders'))}</div>` : this.failed ? nothing : html`<div class="card">${bones(6)}</div>`}</div>`;
  }

  #refused() {
    return html`<div><div class="note warn">${icon('warn')}<p class="grow">${this.refusal.words}</p><button class="button tiny quiet" @click=${() => { this.refusal = undefined; }}>Dismiss</button></div>
      ${this.refusal.errors.map((error) => html`<div class="after">${excerpt(error)}</div>`)}</div>`;
  }

  #list() {
    const packages = [...this.packages].sort((a, b) => isBad(b) - isBad(a) || a.name.localeCompare(b.name));
    return html`<ul class="package-list">${packages.map((one) => html`<li class="card ${one.name === this.params.name ? 'chosen' : ''}"><a class="open" href=${href('services', { name: one.name === this.params.name ? '' : one.name })} aria-current=${one.name === this.params.name ? 'true' : nothing}>
        <span class="line-link"><strong class="cut">${one.name}</strong>${stateBadge(one.state)}<span class="soft small grow right cut">${one.version}</span></span>
        <span class="soft small line-link"><span>${many(one.routes, 'route')}</span><span>${one.state === 'started' && one.loadedAt ? html`loaded ${time(one.loadedAt)}` : ''}</span></span>
        ${isBad(one) ? html`<span class="bad small clamp">${one.state === 'started' ? 'Older code serves. ' : ''}${reason(one)}</span>` : one.warning ? html`<span class="warn small clamp">${one.warning}</span>` : nothing}</a></li>`)}</ul>`;
  }

  #one(one) {
    const isUp = one.state === 'started';
    const isBusy = this.busy.has(one.name);
    const facts = [['Up', isUp && one.loadedAt ? html`<span title=${one.loadedAt}>${lasting(Date.now() - new Date(one.loadedAt))}</span>` : ''], ['Version', one.version], ['Loaded', one.generation ? `${many(one.generation, 'time')} since the server started` : ''], ['Folder', html`<code>${one.folder}</code>`], ['Context', html`<code>/api/${one.contextPath}</code>`],
      ['Classes', one.classes.length ? html`<code>${one.classes.slice(0, 12).join(', ')}${one.classes.length > 12 ? ` and ${one.classes.length - 12} more` : ''}</code>` : '']];
    const routes = this.routes?.filter((route) => route.package === one.name);
    return html`<section class="package" aria-label="Package ${one.name}"><div class="card"><header><a class="button square quiet narrow-only" aria-label="All packages" href=${href('services')}>${icon('back')}</a><h2>${one.name}</h2>${stateBadge(one.state)}<div class="actions">
        ${isUp ? html`<button class="button tiny" ?disabled=${isBusy} @click=${() => this.#do(one, 'stop', 'stopped')}>${icon('stop')} Stop</button>` : html`<button class="button tiny" ?disabled=${isBusy} @click=${() => this.#do(one, 'start', 'started')}>${icon('play')} Start</button>`}
        <button class="button tiny" ?disabled=${isBusy} @click=${() => this.#do(one, 'reload', 'loaded anew')}>${icon('reload')} Reload</button>
        <button class="button tiny danger" ?disabled=${isBusy} @click=${() => this.#delete(one)}>${icon('trash')} Delete</button></div></header>
      <div class="body stack">${isBad(one) && isUp ? html`<div class="note warn">${icon('warn')}<p>The newest code does not work, so the code before it serves on.</p></div>` : nothing}
        ${one.errors.map(excerpt)}${one.failure && !one.errors.length ? html`<div class="trouble">${icon('warn')}<pre class="words">${one.failure}</pre></div>` : nothing}${one.warning ? html`<div class="note warn">${icon('warn')}<p>${one.warning}</p></div>` : nothing}
        <dl class="facts">${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></div></div>
      ${this.#running(one)}${this.#routes(routes, false)}</section>`;
  }

  #all() {
    return html`<section class="package" aria-label="All packages">${this.#running()}${this.#routes(this.routes, true)}</section>`;
  }

  #routes(routes, withPackage) {
    if (!routes) return html`<div class="card">${bones(5)}</div>`;
    const words = (this.params.q ?? '').toLowerCase();
    const found = routes.filter((one) => `${one.method} ${one.path} ${one.package ?? ''}`.toLowerCase().includes(words) && (one.package !== 'vesper' || !withPackage || words));
    const isCounted = found.some((one) => one.calls !== undefined);
    const sorted = isCounted && this.params.by ? [...found].sort((a, b) => (b[this.params.by] ?? 0) - (a[this.params.by] ?? 0)) : found;
    const head = (name, by) => html`<th class="right" aria-sort=${this.params.by === by ? 'descending' : nothing}><button class="link-head" @click=${() => change({ by: this.params.by === by ? '' : by }, { replace: true })}>${name}${this.params.by === by ? ' ↓' : ''}</button></th>`;
    return html`<div class="card after"><header><h2>Routes</h2><span class="soft">${found.length}</span><div class="actions"><input type="search" data-search aria-label="Find a route" placeholder="Find a route" .value=${this.params.q ?? ''} @input=${(event) => change({ q: event.target.value }, { replace: true })}></div></header>
      ${this.routesFailed && !api.isMissing(this.routesFailed) ? html`<div class="pad">${trouble(this.routesFailed)}</div>` : nothing}
      ${found.length ? html`<div class="scroll-x" tabindex="0" role="region" aria-label="Routes"><table class="plain"><thead><tr><th>Route</th><th>Source</th>${isCounted ? html`${head('Calls', 'calls')}${head('p50', 'p50Micros')}${head('p99', 'p99Micros')}${head('Errors', 'errors')}` : nothing}<th><span class="sr">Actions</span></th></tr></thead>
        <tbody>${sorted.map((one) => html`<tr><td class="route">${method(one.method)}<a class="mono" href=${href('explorer', { op: `${one.method} ${one.path}` })} title="Try it">${one.path}</a></td>
          <td class="soft mono small source" title=${source(one)}><bdi>${withPackage ? source(one) : source(one).replace(`${one.package}/`, '')}</bdi></td>${isCounted ? html`<td class="right">${count(one.calls ?? 0)}</td><td class="right">${one.calls ? micros(one.p50Micros) : '–'}</td><td class="right">${one.calls ? micros(one.p99Micros) : '–'}</td><td class="right ${one.errors ? 'bad' : 'soft'}">${count(one.errors ?? 0)}</td>` : nothing}
          <td class="right"><a class="button tiny square quiet" aria-label="Records of ${one.method} ${one.path}" title="Records" href=${href('monitor', { q: `route:"${one.method} ${one.path}"` })}>${icon('monitor')}</a></td></tr>`)}</tbody></table></div>` : html`<p class="pad soft">${words ? 'No route is like that.' : 'It answers nothing at the moment.'}</p>`}</div>`;
  }

  #running(one) {
    const items = (this.running?.items ?? []).filter((each) => !one || each.package === one.name);
    if (this.running?.failed && api.isMissing(this.running.failed)) return nothing;
    return html`<div class="card ${one ? 'after' : ''}"><header><h2>Running now</h2><span class="soft">${items.length}</span></header>
      ${this.running?.failed ? html`<div class="pad">${trouble(this.running.failed)}</div>` : items.length ? html`<div class="scroll-x" tabindex="0" role="region" aria-label="Running requests"><table class="plain"><thead><tr><th>Request</th><th>From</th><th>State</th><th class="right">For</th><th><span class="sr">Actions</span></th></tr></thead><tbody>${items.map((each) => html`<tr><td class="route">${method(each.method)}<code>${each.path}</code></td><td class="soft">${each.client}</td>
        <td class="soft">${each.state}</td><td class="right ${each.ageMillis > 5000 ? 'bad' : ''}">${millis(each.ageMillis)}</td><td class="right"><button class="button tiny danger" @click=${() => this.#interrupt(each)}>Interrupt</button></td></tr>`)}</tbody></table></div>`
      : html`<p class="pad soft">No request is being handled.</p>`}</div>`;
  }

  async #interrupt(one) {
    try {
      await api.send('POST', `/admin/requests/${api.part(one.id)}/interrupt`);
      say(`${one.method} ${one.path} was interrupted`);
    } catch (e) {
      say(e.status === 404 ? 'It has ended by itself' : e.message, { bad: e.status !== 404 });
    }
    this.poll.now();
  }

  #setBusy(name, isBusy) {
    const busy = new Set(this.busy);
    if (isBusy) busy.add(name);
    else busy.delete(name);
    this.busy = busy;
  }

  /**
   * Starts, stops or reloads a package. If it does not compile, the server answers 409 with the package, not with a
   * problem.
   */
  async #do(one, action, done) {
    this.#setBusy(one.name, true);
    this.refusal = undefined;
    try {
      await api.send('POST', `/admin/packages/${api.part(one.name)}/${action}`);
      say(`${one.name} is ${done}`);
    } catch (e) {
      say(e.problem?.errors?.length && e.problem.state ? `${one.name} does not compile; what is wrong stands below` : e.problem?.failure ?? e.message, { bad: true });
    }
    this.#setBusy(one.name, false);
    this.poll.now();
  }

  async #delete(one) {
    const words = html`<p>Its routes go at once, and its folder into the server’s trash, from where it can be put back.</p>`;
    if (!(await confirm({ title: `Delete the package ${one.name}?`, words, action: 'Delete', name: one.name, danger: true }))) return;
    this.#setBusy(one.name, true);
    try {
      const { trash } = await api.send('DELETE', `/admin/packages/${api.part(one.name)}`);
      if (this.isConnected && this.params.name === one.name) change({ name: '' });
      say(`${one.name} is deleted`, trash ? { action: { label: 'Undo', run: () => this.#restore(one.name, trash) } } : {});
    } catch (e) {
      complain(e);
    }
    this.#setBusy(one.name, false);
    this.poll.now();
  }

  async #restore(name, trash) {
    try {
      await api.send('POST', `/admin/packages/${api.part(name)}/restore`, { trash });
      say(`${name} is back`);
      go('services', { name });
    } catch (e) {
      complain(e);
    }
    this.poll.now();
  }

  #dropped = (event) => {
    event.preventDefault();
    this.isOver = false;
    this.#upload(event.dataTransfer.files[0]);
  };

  async #upload(file) {
    if (!file) return;
    const name = await ask(({ close }) => html`<form class="form" @submit=${(event) => { event.preventDefault(); close(event.target.name.value.trim()); }}><h2>Install ${file.name}</h2><p class="soft">What serves under this name goes on until the new one compiles and has started. What is replaced goes into the trash.</p>
      <label>Name of the package<input class="field" name="name" type="text" required autofocus spellcheck="false" pattern="[A-Za-z0-9._\\-]{1,100}" .value=${file.name.replace(/\.zip$/i, '').replace(/-\d.*$/, '')}></label>
      <div class="actions"><button type="button" class="button" @click=${() => close()}>Cancel</button><button class="button primary">Install</button></div></form>`);
    if (!name) return;
    this.refusal = undefined;
    try {
      await api.raw('PUT', `/admin/packages/${api.part(name)}`, { body: file, headers: { 'Content-Type': 'application/zip' } });
      say(`${name} is installed`);
      if (this.isConnected) change({ name });
    } catch (e) {
      this.refusal = { words: e.message, errors: e.problem?.compileErrors ?? [] };
    }
    this.poll.now();
  }
}

const isBad = (one) => Boolean(one.errors.length || one.failure);
const reason = (one) => (one.errors[0] ? `${one.errors[0].file}:${one.errors[0].line}: ${one.errors[0].message}` : one.failure);
const source = (one) => (one.source ? `${/\(([^)]+)\)$/.exec(one.source)?.[1] ?? one.source}${one.line ? `:${one.line}` : ''}` : '');

/** Renders the source lines around an error, with a caret below its column. */
function excerpt(error) {
  return html`<article class="excerpt"><header><strong>${error.message}</strong><br><span class="mono small">${error.file}${error.line ? `:${error.line}` : ''}${error.column ? `:${error.column}` : ''}</span></header>
    ${error.excerpt ? html`<pre tabindex="0" role="region" aria-label="Source">${error.excerpt.replace(/\n$/, '').split('\n').map((line) => {
      const [, number, text] = /^(\s*\d*\s*\|)(.*)$/.exec(line) ?? [null, '', line];
      const isCaret = /^\s*\^+\s*$/.test(text);
      const isHere = Number(number.replace('|', '')) === error.line;
      return html`<span class="source ${isHere || isCaret ? 'here' : ''}"><span class="line-number">${number.replace('|', '').trim()}</span><span class=${isCaret ? 'caret' : ''}>${text}</span>
</span>`;
    })}</pre>` : nothing}</article>`;
}
customElements.define('vs-services', Services);
