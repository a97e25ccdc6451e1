import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { change, href } from '../core/route.js';
import { Live } from '../core/live.js';
import { Poll } from '../core/poll.js';
import { complain, say } from '../core/say.js';
import { clock, exact, lasting, short } from '../core/format.js';
import { bones, command, empty, stateBadge, time, trouble } from '../parts/bits.js';
import { confirm } from '../parts/dialog.js';
import { icon } from '../parts/icons.js';
import { legend } from '../parts/lines.js';

const LIVE_SERIES = [{ name: 'requests a second', tone: 1 }, { name: 'errors', tone: 0 }];
const MOST_POINTS = 120;
const RUNNING_MILLIS = 1000;
const QUIET_MILLIS = 10_000;
const MOST_LINES = 8;
const BODY = 'vesper.bench.body';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const FIGURES = { requestsPerSecond: 'requests a second' };
const VERDICTS = { faster: 'good', slower: 'bad', same: '', inconclusive: 'warn' };

/** Runs load against a service of this server, and shows the results of benchmark runs. */
class Bench extends Part {
  static properties = { params: {}, paths: { state: true }, runs: { state: true }, results: { state: true }, failed: { state: true }, refused: { state: true }, samples: { state: true }, compared: { state: true }, keeping: { state: true }, body: { state: true } };

  #compared = '';

  constructor() {
    super();
    this.params = {};
    this.samples = [];
    this.body = sessionStorage.getItem(BODY) ?? '';
    this.live = new Live(this, 'sample', (sample) => this.#take(asPoint(sample)), (isOpen, wasOpen) => { if (isOpen && wasOpen) this.#readSamples(); });
    this.poll = new Poll(this, () => (this.#running ? RUNNING_MILLIS : QUIET_MILLIS), () => this.#look());
  }

  connectedCallback() {
    super.connectedCallback();
    this.#readSamples();
    this.live.follow('/admin/status/live');
    api.get('/admin/status').then(({ monitor, tracker }) => { this.keeping = monitor.on || tracker.on; }, () => {});
    api.get('/openapi.json').then(({ paths }) => {
      this.paths = Object.entries(paths).filter(([path, item]) => item.get && !path.includes('{') && path.startsWith('/api/') && !/\/(changes|webhooks)$/.test(path)).map(([path]) => path);
    }, () => { this.paths = []; });
  }

  #take(point) {
    if (point.at > (this.samples.at(-1)?.at ?? 0)) this.samples = [...this.samples, point].slice(-MOST_POINTS);
  }

  async #readSamples() {
    const past = await api.get('/admin/status/history?minutes=2').catch(() => ({ items: [] }));
    this.samples = past.items.map(asPoint).slice(-MOST_POINTS);
  }

  /** Reads the runs, and the results when a run has ended. */
  async #look() {
    const before = this.#running;
    try {
      this.runs = (await api.get('/admin/bench/runs')).items;
      if (!this.results || !this.#running || before?.id !== this.#running.id) await this.#readResults();
      this.failed = undefined;
    } catch (e) {
      this.failed = e;
    }
    if (before && !this.#running) this.#tellEnd(this.runs?.find((run) => run.id === before.id));
  }

  async #readResults() {
    this.results = (await api.get('/admin/bench/results')).items;
  }

  #tellEnd(run) {
    if (run) say(`The run of ${run.path} ${ENDS[run.state] ?? 'has ended'}`, { bad: run.state === 'failed' });
  }

  get #running() {
    return this.runs?.find((run) => run.state === 'running');
  }

  willUpdate(changed) {
    if (changed.has('params')) this.#compare();
  }

  async #compare() {
    const { first, second } = this.params;
    const wanted = first && second ? `${first} ${second}` : '';
    if (wanted === this.#compared) return;
    this.#compared = wanted;
    this.compared = undefined;
    if (!wanted) return;
    const compared = await api.get(api.at('/admin/bench/comparison', { first, second })).catch((e) => ({ failed: e }));
    if (this.#compared === wanted) this.compared = compared;
  }

  escape() {
    if (this.params.second) change({ first: '', second: '' });
  }

  get #asked() {
    const { proven, path = this.paths?.[0] ?? '/api/', method = 'GET', c = '1, 8, 64', d = '2', rate = '' } = this.params;
    return { path, method, isProven: proven === '1', connections: c.split(/[\s,]+/).map(Number).filter((n) => n > 0), seconds: Number(d) || 0, rate: Number(rate) || 0, given: c };
  }

  render() {
    return html`<div class="page"><header><h1>Bench</h1></header><div class="cards">${this.failed ? html`<section class="across">${trouble(this.failed, () => this.poll.now())}</section>` : nothing}
      ${this.#driving()}${this.#watching()}${this.params.second ? this.#comparison() : nothing}${this.#past()}</div></div>`;
  }

  #driving() {
    const asked = this.#asked;
    const set = (name) => (event) => change({ [name]: event.target.value }, { replace: true });
    const words = ['./vesper load', `-c ${asked.connections.at(-1) ?? 1}`, `-d ${asked.seconds}s`, asked.rate ? `--rate ${asked.rate}` : '', asked.method === 'GET' ? '' : `-X ${asked.method}`, location.origin + asked.path].filter(Boolean).join(' ');
    return html`<section class="card half"><header><h2>Drive a service</h2></header><form class="body form" @submit=${(event) => { event.preventDefault(); this.#begin(); }}>
      <div class="row"><label for="bench-path">Service</label><div class="tools-line"><select aria-label="Method" class="method-choice" @change=${set('method')}>${METHODS.map((each) => html`<option ?selected=${each === asked.method}>${each}</option>`)}</select>
        <input id="bench-path" type="text" list="bench-paths" required pattern="/.*" spellcheck="false" .value=${asked.path} @change=${set('path')}><datalist id="bench-paths">${(this.paths ?? []).map((path) => html`<option value=${path}></option>`)}</datalist></div></div>
      ${hasBody(asked.method) ? html`<div class="row"><label for="bench-body">Body</label><textarea id="bench-body" rows="3" spellcheck="false" .value=${this.body} @input=${({ target }) => { this.body = target.value; sessionStorage.setItem(BODY, target.value); }}></textarea></div>` : nothing}
      <div class="row"><label for="bench-c">Connections</label><div><input id="bench-c" type="text" inputmode="numeric" required pattern="\\s*[0-9]+([\\s,]+[0-9]+)*\\s*" .value=${asked.given} @change=${set('c')}><span class="hint">each number is measured by itself</span></div></div>
      <div class="row"><label for="bench-d">Seconds</label><div><input id="bench-d" type="number" min="1" max="60" required .value=${String(asked.seconds)} @change=${set('d')}><span class="hint">of each measurement, of which there are several</span></div></div>
      <div class="row"><label for="bench-rate">Rate</label><div><input id="bench-rate" type="number" min="0" placeholder="as fast as it answers" .value=${asked.rate ? String(asked.rate) : ''} @change=${set('rate')}><span class="hint">requests a second, whether or not the server keeps up; latency then counts from when each was due</span></div></div>
      <div class="row"><span class="label">Runs</span><div><label class="check"><input type="checkbox" .checked=${asked.isProven} @change=${({ target }) => change({ proven: target.checked ? '1' : '' }, { replace: true })}>As many as figures need to prove something</label>
        <span class="hint">${asked.isProven ? 'takes many minutes' : 'without it they are few: enough to look, too few to compare with others'}</span></div></div>
      ${this.refused ? trouble(this.refused) : nothing}
      <div class="tools-line"><button class="button primary" ?disabled=${Boolean(this.#running)}>${icon('play')} Run</button><span class="soft small">in a process of its own on this machine, which shares its processors with the server${this.keeping ? '; Monitor and Tracker keep what they want of its requests, which takes a share of its own' : ''}</span></div>
      <details><summary class="soft">From a terminal</summary><p class="soft small">One measurement, from here or from another machine:</p>${command(words)}</details></form></section>`;
  }

  async #begin() {
    const { path, method, connections, seconds, rate, isProven } = this.#asked;
    this.refused = undefined;
    try {
      await api.send('POST', '/admin/bench/runs', { path, method, body: hasBody(method) && this.body ? this.body : undefined, connections, rate, seconds, quick: !isProven });
    } catch (e) {
      this.refused = e;
    }
    this.poll.now();
  }

  async #stop(run) {
    try {
      await api.send('DELETE', `/admin/bench/runs/${api.part(run.id)}`);
    } catch (e) {
      complain(e);
    }
    this.poll.now();
  }

  #watching() {
    const run = this.#running ?? this.runs?.[0];
    return html`<section class="card half"><header><h2>What the server sees</h2><div class="actions">${this.samples.length ? legend(LIVE_SERIES, this.samples.at(-1).values, short) : nothing}</div></header><div class="body stack">
      ${this.live.isBroken && this.samples.length ? html`<p class="warn small" role="status">No figures since ${clock(this.samples.at(-1).at)}.</p>` : nothing}
      ${this.samples.length ? html`<vs-lines .points=${this.samples} .series=${LIVE_SERIES} .format=${short} .label=${'Requests a second of the last two minutes'} .height=${170} .least=${10}></vs-lines>` : html`<p class="soft">Waiting for the first second…</p>`}
      ${run ? this.#progress(run) : nothing}</div></section>`;
  }

  #progress(run) {
    const isRunning = run.state === 'running';
    return html`<div class="stack run"><div class="tools-line"><h3>${isRunning ? 'Running' : 'The last run'}</h3><code class="cut">${run.method} ${run.path}</code>${isRunning ? nothing : stateBadge(run.state)}<span class="grow"></span>
        ${isRunning ? html`<button type="button" class="button tiny" @click=${() => this.#stop(run)}>${icon('stop')} Stop</button>` : html`<span class="soft small">${time(run.startedAt)}</span>`}</div>
      ${isRunning ? html`<div><progress aria-label="Measured" max="100" .value=${run.percent}></progress><p class="soft small number">${run.percent} %${run.leftSeconds > 0 ? `, about ${lasting(run.leftSeconds * 1000)} left` : ''}</p></div>` : nothing}
      ${run.lines?.length ? html`<pre class="last-lines" tabindex="0" role="region" aria-label="What the bench says">${run.lines.slice(isRunning ? -MOST_LINES : -2 * MOST_LINES).join('\n')}</pre>` : nothing}</div>`;
  }

  #past() {
    const { results } = this;
    const ticked = [this.params.first, this.params.second].filter(Boolean);
    return html`<section class="card across"><header><h2>Results</h2><span class="soft">${results?.length ?? ''}</span>${results?.length > 1 ? html`<span class="soft small">tick two to compare them</span>` : nothing}</header>
      ${!results ? (this.failed ? nothing : bones(3)) : results.length ? html`<div class="scroll-x" tabindex="0" role="region" aria-label="Results"><table class="plain"><thead><tr><th><span class="sr">Compare</span></th><th>When</th><th>Experiment</th><th>Bars</th><th>How</th><th><span class="sr">Actions</span></th></tr></thead><tbody>${results.map((one) => html`<tr>
        <td><input type="checkbox" aria-label="Compare ${one.id}" .checked=${ticked.includes(one.id)} ?disabled=${!ticked.includes(one.id) && (ticked.length === 2 || Boolean(one.brokenOff))} @change=${({ target }) => this.#tick(one.id, target.checked)}></td>
        <td>${time(one.startedAt)}</td><td><strong>${one.experiment}</strong> <span class="soft small mono">${one.id}</span>${this.#drove(one.id)}</td><td>${bars(one.bars)}</td>
        <td><span class="soft">${one.quick ? 'quick' : 'long'}</span>${one.stable === false ? html` <span class="badge warn" title="its machine changed its pace meanwhile, so figures of it say little">not stable</span>` : nothing}${one.brokenOff ? html` <span class="badge bad" title=${one.brokenOff}>broken off</span>` : nothing}</td>
        <td class="right nowrap">${one.hasReport ? html`<a class="button tiny" href="/admin/bench/results/${api.part(one.id)}/report" target="_blank" rel="noopener">${icon('out')} Report</a>` : nothing}
        <a class="button tiny quiet" href="/admin/bench/results/${api.part(one.id)}" target="_blank" rel="noopener" aria-label="JSON of ${one.id}" title="All figures">JSON</a>
        <button type="button" class="button tiny square quiet" aria-label="Delete ${one.id}" ?disabled=${!one.own} title=${one.own ? 'Delete' : 'A command produced it; its files are in bench-results'} @click=${() => this.#delete(one)}>${icon('trash')}</button></td></tr>`)}</tbody></table></div>`
      : empty('bench', 'No results yet', 'Each run leaves its figures and a report here. So do experiments of the command, which compare several ways to do the same:', command('./vesper bench overhead --quick'))}</section>`;
  }

  /** Shows the target of a run, if the server still knows the run. */
  #drove(id) {
    const run = this.runs?.find((each) => each.id === id);
    return run ? html` <span class="soft small"><code>${run.method} ${run.path}</code>, ${run.connections?.join(', ')} connections</span>` : nothing;
  }

  /** Selects results to compare. The older one is the base, regardless of the order in which the user ticks them. */
  #tick(id, isTicked) {
    const ticked = [this.params.first, this.params.second].filter((one) => one && one !== id);
    if (isTicked) ticked.push(id);
    const age = (one) => this.results.findIndex((each) => each.id === one);
    const [first = '', second = ''] = ticked.sort((a, b) => age(b) - age(a));
    change({ first, second });
  }

  async #delete(one) {
    if (!(await confirm({ title: `Delete ${one.id}?`, words: 'Its figures and its report go for good.', action: 'Delete', danger: true }))) return;
    try {
      await api.send('DELETE', `/admin/bench/results/${api.part(one.id)}`);
      say(`${one.id} is deleted`);
      if ([this.params.first, this.params.second].includes(one.id)) change({ first: '', second: '' });
      await this.#readResults();
    } catch (e) {
      complain(e);
    }
  }

  #comparison() {
    const { first, second } = this.params;
    const { compared } = this;
    const name = (id) => {
      const one = this.results?.find((each) => each.id === id);
      return html`<code>${id}</code>${one ? html` <span class="soft small" title=${exact(one.startedAt)}>${time(one.startedAt)}</span>` : nothing}`;
    };
    return html`<section class="card across compared"><header><h2>Compared</h2><span class="cut">${name(second)} <span class="soft">with</span> ${name(first)}</span><div class="actions"><a class="button tiny quiet" href=${href('bench', { ...this.params, first: '', second: '' })}>${icon('close')} Close</a></div></header>
      ${!compared ? bones(3) : compared.failed ? html`<div class="pad">${trouble(compared.failed)}</div>` : html`<div class="scroll-x" tabindex="0" role="region" aria-label="Comparison"><table class="plain"><thead><tr><th>Measured</th><th>Figure</th><th class="right">Ratio</th><th class="right">Within</th><th class="wide"><span class="sr">As a drawing</span></th><th>Verdict</th></tr></thead>
        <tbody>${compared.items.map((one) => html`<tr><td>${one.arm}</td><td class="soft">${FIGURES[one.figure] ?? one.figure}</td><td class="right"><strong>${isFigure(one.ratio) ? one.ratio.toFixed(2) : '–'}</strong></td><td class="right soft">${hasInterval(one) ? `${one.low.toFixed(2)} to ${one.high.toFixed(2)}` : html`<span title="too few runs to tell">–</span>`}</td><td>${hasInterval(one) ? interval(one, compared.items.filter(hasInterval)) : nothing}</td>
          <td><span class="badge ${VERDICTS[one.verdict] ?? ''}">${one.verdict}</span></td></tr>`)}</tbody></table></div>
        <p class="pad soft small">The second by the first: above 1 is more. The interval says how far chance alone may move it; where 1 is in it, there is no telling. They were made at different times, so what the machine did meanwhile is in it too.</p>`}</section>`;
  }
}

const hasBody = (method) => method === 'POST' || method === 'PUT';

const ENDS = { done: 'is done', failed: 'has failed; its last lines say why', stopped: 'was stopped' };

const bars = (counts) => (counts && counts.met + counts.missed ? html`${counts.met ? html`<span class="badge good">${counts.met} met</span> ` : nothing}${counts.missed ? html`<span class="badge bad">${counts.missed} missed</span>` : nothing}` : html`<span class="soft">–</span>`);

const isFigure = (value) => Number.isFinite(value);

/** Checks whether a comparison has an interval; it has none if there were too few runs. */
const hasInterval = ({ ratio, low, high }) => isFigure(ratio) && isFigure(low) && isFigure(high);

/** Draws the interval of a ratio, on the same scale for all, with a mark at 1. */
function interval(one, all) {
  const from = Math.min(0.9, ...all.map((each) => each.low));
  const to = Math.max(1.1, ...all.map((each) => each.high));
  const at = (value) => ((value - from) / (to - from)) * 100;
  return html`<div class="interval" aria-hidden="true"><i class="one" .style=${`left:${at(1)}%`}></i><i class="span" .style=${`left:${at(one.low)}%;width:${at(one.high) - at(one.low)}%`}></i><i class="ratio" .style=${`left:${at(one.ratio)}%`}></i></div>`;
}

const asPoint = (sample) => ({ at: new Date(sample.at).getTime(), values: [sample.requestsPerSecond, sample.errorsPerSecond] });
customElements.define('vs-bench', Bench);
