import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { change } from '../core/route.js';
import { count, exact, micros, short } from '../core/format.js';
import { command, trouble } from '../parts/bits.js';
import { icon } from '../parts/icons.js';
import { legend } from '../parts/lines.js';

const MOST_CONNECTIONS = 6;
const MOST_KEPT = 500_000;
const DRAW_MILLIS = 500;
const LIVE_SERIES = [{ name: 'requests a second', tone: 1 }, { name: 'errors', tone: 0 }];
const MOST_POINTS = 120;
const PERCENTILES = [['p50', 0.5], ['p90', 0.9], ['p99', 0.99], ['p99.9', 0.999]];

/** Drives a service, and shows what a bench wrote. */
class Bench extends Part {
  static properties = { params: {}, paths: { state: true }, failed: { state: true }, run: { state: true }, samples: { state: true }, results: { state: true }, wrong: { state: true }, figure: { state: true } };

  #live;
  #abort;

  constructor() {
    super();
    this.params = {};
    this.samples = [];
    this.results = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
    this.#live = new EventSource('/admin/status/live');
    this.#live.addEventListener('sample', (event) => {
      const point = asPoint(JSON.parse(event.data));
      if (point.at > (this.samples.at(-1)?.at ?? 0)) this.samples = [...this.samples, point].slice(-MOST_POINTS);
    });
    this.#live.onerror = () => { if (!this.samples.length) this.#live.close(); };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#live.close();
    this.#abort?.abort();
  }

  async #load() {
    api.get('/admin/status/history?minutes=2').then(({ items }) => { this.samples = items.map(asPoint).slice(-MOST_POINTS); }, () => {});
    try {
      const { paths } = await api.get('/openapi.json');
      this.paths = Object.entries(paths).filter(([path, item]) => item.get && !path.includes('{') && path.startsWith('/api/') && !/\/(changes|webhooks)$/.test(path)).map(([path]) => path);
    } catch (e) {
      this.failed = e;
    }
  }

  get #asked() {
    const { path = this.paths?.[0] ?? '/', c = '32', d = '10', rate = '' } = this.params;
    return { path, connections: Math.max(1, Number(c) || 1), seconds: Math.min(300, Math.max(1, Number(d) || 1)), rate: Number(rate) || 0 };
  }

  render() {
    return html`<div class="page"><header><h1>Bench</h1></header><div class="cards">${this.#driving()}${this.#progress()}${this.#past()}</div></div>`;
  }

  #driving() {
    if (this.failed) return html`<section class="across">${trouble(this.failed, () => this.#load())}</section>`;
    const asked = this.#asked;
    const set = (name) => (event) => change({ [name]: event.target.value }, { replace: true });
    const words = ['./vesper load', `-c ${asked.connections}`, `-d ${asked.seconds}s`, asked.rate ? `--rate ${asked.rate}` : '', location.origin + asked.path].filter(Boolean).join(' ');
    return html`<section class="card half"><header><h2>Drive a service</h2></header><div class="body form">
      <div class="row"><label for="bench-path">Service</label><div><input id="bench-path" type="text" list="bench-paths" spellcheck="false" .value=${asked.path} @change=${set('path')}><datalist id="bench-paths">${(this.paths ?? []).map((path) => html`<option value=${path}></option>`)}</datalist></div></div>
      <div class="row"><label for="bench-c">Connections</label><input id="bench-c" type="number" min="1" max="10000" .value=${String(asked.connections)} @change=${set('c')}></div>
      <div class="row"><label for="bench-d">Seconds</label><input id="bench-d" type="number" min="1" max="300" .value=${String(asked.seconds)} @change=${set('d')}></div>
      <div class="row"><label for="bench-rate">Rate</label><div><input id="bench-rate" type="number" min="0" placeholder="as fast as it answers" .value=${asked.rate ? String(asked.rate) : ''} @change=${set('rate')}><span class="hint">requests a second, whether or not the server keeps up; it then counts latency from when each was due</span></div></div>
      <p class="soft">The generator is a program of its own, so that it is not the browser that is measured:</p>${command(words)}
      <div class="tools-line">${this.run?.isRunning ? html`<button class="button" @click=${() => this.#abort.abort()}>${icon('stop')} Stop</button>` : html`<button class="button primary" @click=${() => this.#drive()}>${icon('play')} Try it from this browser</button>`}
        <span class="soft small">${Math.min(MOST_CONNECTIONS, asked.connections)} at a time, as a browser does: good for a first look, not for a figure</span></div></div></section>`;
  }

  #progress() {
    const { run } = this;
    return html`<section class="card half"><header><h2>What the server sees</h2><div class="actions">${this.samples.length ? legend(LIVE_SERIES, this.samples.at(-1).values, short) : nothing}</div></header><div class="body stack">
      ${this.samples.length ? html`<vs-lines .points=${this.samples} .series=${LIVE_SERIES} .format=${short} .label=${'Requests a second of the last two minutes'} .height=${170} .least=${10}></vs-lines>` : html`<p class="soft">Waiting for the first second…</p>`}
      ${run ? html`<div role="status"><h3>${run.isRunning ? `Running, ${run.left} s left` : 'The run from this browser'}</h3><p class="soft small mono">GET ${run.path}</p></div><dl class="tiles"><div class="tile"><dt>Answered</dt><dd>${count(run.answered)}</dd></div><div class="tile"><dt>A second</dt><dd>${short(run.answered / run.seconds)}</dd></div><div class="tile"><dt>Errors</dt><dd class=${run.errors ? 'bad' : ''}>${count(run.errors)}</dd></div>
        ${PERCENTILES.map(([name, share]) => html`<div class="tile"><dt>${name}</dt><dd>${run.sorted.length ? micros(run.sorted[Math.min(run.sorted.length - 1, Math.floor(run.sorted.length * share))] * 1000) : '–'}</dd></div>`)}</dl>` : nothing}</div></section>`;
  }

  /** Each of a few requests follows the answer of the one before. */
  async #drive() {
    const { path, connections, seconds } = this.#asked;
    const abort = new AbortController();
    this.#abort = abort;
    const began = performance.now();
    const end = began + seconds * 1000;
    const latencies = [];
    let answered = 0;
    let errors = 0;
    const show = (isRunning) => {
      const now = Math.min(performance.now(), end);
      this.run = { path, isRunning, answered, errors, seconds: Math.max(0.001, (now - began) / 1000), left: Math.ceil((end - now) / 1000), sorted: Float64Array.from(latencies).sort() };
    };
    const drawing = setInterval(() => show(true), DRAW_MILLIS);
    show(true);
    const one = async () => {
      while (performance.now() < end && !abort.signal.aborted) {
        const from = performance.now();
        try {
          const answer = await fetch(path, { signal: abort.signal, cache: 'no-store' });
          await answer.arrayBuffer();
          if (answer.status >= 400) errors++;
        } catch (e) {
          if (e.name === 'AbortError') return;
          errors++;
        }
        answered++;
        if (latencies.length < MOST_KEPT) latencies.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: Math.min(MOST_CONNECTIONS, connections) }, one));
    clearInterval(drawing);
    show(false);
  }

  #past() {
    return html`<section class="card across"><header><h2>Results</h2><span class="soft small">of <code>./vesper bench</code>: <code>result.json</code> in a folder of bench-results, or two to compare</span><div class="actions">${this.results.length ? html`<button class="button tiny quiet" @click=${() => { this.results = []; }}>Clear</button>` : nothing}
      <label class="button tiny"><input class="sr" type="file" accept=".json,application/json" multiple @change=${this.#opened}>${icon('upload')} Open results</label></div></header>
      ${this.wrong ? html`<div class="pad">${trouble(this.wrong)}</div>` : nothing}
      ${this.results.length ? this.#shown() : html`<div class="pad stack"><p class="soft">Results stay with who made them: the files are read by this browser and sent nowhere. <code>report.html</code> beside each is the same with charts, and opens by itself. This makes one, in about three minutes:</p>${command('./vesper bench overhead --quick')}</div>`}</section>`;
  }

  #opened = async (event) => {
    this.wrong = undefined;
    for (const file of event.target.files) {
      try {
        const read = JSON.parse(await file.text());
        const rows = figuresOf(read);
        if (!rows.length) throw new Error('there are no arms and no cases in it');
        this.results = [...this.results, { name: file.name, experiment: read.experiment, startedAt: read.startedAt, stable: read.stable, bars: read.bars ?? [], rows }].slice(-2);
      } catch (e) {
        this.wrong = new api.Refused(400, { detail: `${file.name} is no result of a bench: ${e.message}` }, '');
      }
    }
    event.target.value = '';
  };

  #shown() {
    const [first, second] = this.results;
    const names = [...new Set(first.rows.flatMap((row) => Object.keys(row.figures)))];
    const figure = names.includes(this.figure) ? this.figure : names.find((name) => /requestsPerSecond|rate/i.test(name)) ?? names[0];
    const rows = first.rows.filter((row) => figure in row.figures).map((row) => ({ name: row.name, a: row.figures[figure], b: second?.rows.find((one) => one.name === row.name)?.figures[figure] }));
    const most = Math.max(...rows.flatMap((row) => [row.a, row.b ?? 0]));
    return html`<div class="pad stack"><div class="tools-line"><select aria-label="Figure" @change=${(event) => { this.figure = event.target.value; }}>${names.map((name) => html`<option ?selected=${name === figure}>${name}</option>`)}</select>
        ${this.results.map((one, i) => html`<span class="legend"><span class="tone${i ? 0 : 1}"><i></i>${one.experiment} ${one.startedAt ? exact(one.startedAt).replace(/\.\d{3}/, '') : ''}${one.stable === false ? html` <b class="bad">not stable</b>` : nothing}</span></span>`)}</div>
      <div class="scroll-x"><table class="plain"><caption class="sr">${figure}</caption><thead><tr><th>Name</th><th class="wide"></th><th class="right">${second ? 'First' : 'Median'}</th>${second ? html`<th class="right">Second</th><th class="right">Second × first</th>` : nothing}</tr></thead><tbody>${rows.map((row) => html`<tr><td>${row.name}</td>
        <td class="bars"><i class="tone1" .style=${`width:${(row.a / most) * 100}%`}></i>${row.b === undefined ? nothing : html`<i class="tone0" .style=${`width:${(row.b / most) * 100}%`}></i>`}</td><td class="right">${short(row.a)}</td>${second ? html`<td class="right">${row.b === undefined ? '–' : short(row.b)}</td><td class="right">${row.b === undefined || !row.a ? '–' : (row.b / row.a).toFixed(2)}</td>` : nothing}</tr>`)}</tbody></table></div>
      ${second ? html`<p class="soft small">They were made at different times, so what the machine did meanwhile is in it. <code>./vesper bench compare FIRST SECOND</code> says which differences are more than chance.</p>` : nothing}
      ${first.bars.length && !second ? html`<h3>Bars</h3><ul class="log">${first.bars.map((bar) => html`<li><span class="badge ${bar.met === true ? 'good' : bar.met === false ? 'bad' : ''}">${bar.met === true ? 'met' : bar.met === false ? 'missed' : 'not judged'}</span> ${bar.name ?? bar.text ?? bar.what ?? bar.bar ?? ''}</li>`)}</ul>` : nothing}</div>`;
  }
}

const asPoint = (sample) => ({ at: new Date(sample.at).getTime(), values: [sample.requestsPerSecond, sample.errorsPerSecond] });

/** Arms or cases by their names, each figure by its path: a number, or the median of several runs. */
function figuresOf(read) {
  return (read.arms ?? read.cases ?? []).map((one) => {
    const figures = {};
    collect(one, '', figures);
    return { name: [one.label ?? one.name, one.contestant].filter(Boolean).join(', '), figures };
  });
}

function collect(value, path, figures) {
  if (typeof value === 'number' && path) figures[path] = value;
  else if (value && typeof value === 'object' && !Array.isArray(value)) {
    if (typeof value.median === 'number') figures[path] = value.median;
    else for (const [name, one] of Object.entries(value)) collect(one, path ? `${path}.${name}` : name, figures);
  }
}
customElements.define('vs-bench', Bench);
