import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { go, href } from '../core/route.js';
import { Live } from '../core/live.js';
import { Poll } from '../core/poll.js';
import { complain, say } from '../core/say.js';
import { bytes, clock, count, many, micros, millis, short } from '../core/format.js';
import { because, bones, command, empty, method, stateBadge, statusBadge, time, toggle, trouble } from '../parts/bits.js';
import { icon } from '../parts/icons.js';
import { legend } from '../parts/lines.js';

const HISTORY_MINUTES = 15;
const KEPT = HISTORY_MINUTES * 60;
const MOST_DRAWN = 450;
const STATUS_MILLIS = 3000;

const perSecond = (n) => (Number.isFinite(n) ? short(n) : '–');
const percent = (n) => (Number.isFinite(n) ? `${n < 10 ? n.toFixed(1) : Math.round(n)} %` : '–');

const bytesOf = (n) => (Number.isFinite(n) ? bytes(n) : '–');
const microsOf = (n) => (Number.isFinite(n) ? micros(n) : '–');

const CHARTS = [
  { title: 'Requests', unit: 'a second', size: 'half', series: [{ name: 'requests', tone: 1 }, { name: 'errors', tone: 0 }], values: (s) => [s.requestsPerSecond, s.errorsPerSecond], format: perSecond, least: 5 },
  { title: 'Latency', unit: 'of the second before', size: 'half', series: [{ name: 'p50', tone: 1 }, { name: 'p99', tone: 0 }], values: (s) => [s.p50Micros || NaN, s.p99Micros || NaN], format: microsOf, least: 1000 },
  { title: 'Processor', unit: 'of all processors', series: [{ name: 'CPU', tone: 1 }], values: (s) => [s.cpuPercent], format: percent, least: 20 },
  { title: 'Memory', series: [{ name: 'process', tone: 3 }, { name: 'heap', tone: 2 }], values: (s) => [s.rssBytes || NaN, s.heapBytes], format: bytesOf, binary: true },
  { title: 'Garbage collection', unit: 'stopped', series: [{ name: 'GC', tone: 4 }], values: (s) => [s.gcMillis], format: millis, least: 20 },
  { title: 'Connections', series: [{ name: 'open', tone: 1 }, { name: 'running', tone: 0 }], values: (s) => [s.connections, s.running], format: short, least: 5 },
  { title: 'Pending', unit: 'records to seal', series: [{ name: 'pending', tone: 3 }], values: (s) => [s.pending], format: short, least: 10 },
  { title: 'Lag', unit: 'of the oldest', series: [{ name: 'lag', tone: 4 }], values: (s) => [s.lagMillis], format: millis, least: 1000 },
];

/** Overview of the server: current load, features that are on, problems. */
class Overview extends Part {
  static properties = { params: {}, status: { state: true }, failed: { state: true }, samples: { state: true }, noHistory: { state: true }, errors: { state: true } };

  constructor() {
    super();
    this.samples = [];
    this.live = new Live(this, 'sample', (sample) => this.#take(asPoint(sample)), (isOpen, wasOpen) => { if (isOpen && wasOpen) this.#readPast().catch(() => {}); });
    new Poll(this, STATUS_MILLIS, () => this.#look());
  }

  #take(sample) {
    if (sample.at > (this.samples.at(-1)?.at ?? 0)) this.samples = [...this.samples, sample].slice(-KEPT);
  }

  async #look() {
    const errors = api.get('/admin/errors?limit=12').catch((e) => ({ failed: e, items: [] }));
    try {
      this.status = await api.get('/admin/status');
      this.seenAt = Date.now();
      this.failed = undefined;
    } catch (e) {
      this.failed = e;
    }
    this.errors = await errors;
    if (!this.failed && !this.hasPast && !(this.noHistory && api.isMissing(this.noHistory))) await this.#follow();
  }

  /** Reads the history, then follows the live samples. After a gap in the stream the history is read again. */
  async #follow() {
    try {
      await this.#readPast();
      this.live.follow('/admin/status/live');
    } catch (e) {
      this.noHistory = e;
    }
  }

  async #readPast() {
    const past = (await api.get(`/admin/status/history?minutes=${HISTORY_MINUTES}`)).items.map(asPoint);
    const last = past.at(-1)?.at ?? 0;
    this.samples = [...past, ...this.samples.filter((sample) => sample.at > last)];
    this.hasPast = true;
    this.noHistory = undefined;
  }

  render() {
    const { status } = this;
    return html`<div class="page"><header><h1>Overview</h1>${status ? this.#verdict() : nothing}</header>
      ${this.failed && !status ? trouble(this.failed) : nothing}
      ${status ? html`${this.#tiles()}${this.#charts()}<div class="cards">${this.#packages()}${this.#recording()}${this.#lastErrors()}</div>` : this.failed ? nothing : html`<div class="card">${bones(6)}</div>`}</div>`;
  }

  #verdict() {
    if (this.failed) return html`<span class="badge bad">${this.failed.status ? this.failed.message : `out of reach; this is how it was at ${clock(this.seenAt)}`}</span>`;
    const wrong = [...wrongPackages(this.#inTrouble()), this.status.trouble ?? '', this.status.lost ? `${many(this.status.lost, 'record')} lost` : ''].filter(Boolean);
    if (!wrong.length && this.live.isBroken && this.samples.length) return html`<span class="badge warn">no figures since ${clock(this.samples.at(-1).at)}</span>`;
    const packages = this.#inTrouble();
    return wrong.length ? html`<a class="badge bad" href=${href('services', { name: packages.length === 1 ? packages[0].name : '' })}>${wrong.join('; ')}</a>` : html`<span class="badge good">all is well</span>`;
  }

  #inTrouble() {
    return this.status.packages.filter((one) => one.why || one.warning);
  }

  #tiles() {
    const { status } = this;
    const now = this.samples.at(-1)?.sample;
    const tile = (name, value, why = '') => html`<div class="tile"><dt>${name}</dt><dd>${value}</dd>${why ? html`<dd class="why cut" title=${why}>${why}</dd>` : nothing}</div>`;
    return html`<dl class="tiles">
      ${now ? html`${tile('Requests', html`${perSecond(now.requestsPerSecond)}<small> /s</small>`, now.running ? `${now.running} running` : 'none running')}
        ${tile('Latency p99', now.p99Micros ? micros(now.p99Micros) : '–', now.p50Micros ? `p50 ${micros(now.p50Micros)}` : 'no requests')}
        ${tile('Errors', html`${perSecond(now.errorsPerSecond)}<small> /s</small>`)}
        ${tile('CPU', percent(now.cpuPercent), now.gcMillis ? `${millis(now.gcMillis)} of GC` : 'no GC')}
        ${tile('Memory', bytes(now.rssBytes || now.heapBytes), `heap ${bytes(now.heapBytes)}`)}` : nothing}
      ${tile('Connections', count((now ?? status).connections))}
      ${tile('Pending', count((now ?? status).pending), (now ?? status).pending ? `oldest ${millis((now ?? status).lagMillis)}` : 'nothing to seal')}</dl>`;
  }

  #charts() {
    if (this.noHistory) {
      return api.isMissing(this.noHistory) ? html`<div class="note">${icon('info')}<p>This server keeps no history of its load, so there are no charts here. Its figures of this moment are at <a href="/metrics" target="_blank" rel="noopener">/metrics</a>.</p></div>` : trouble(this.noHistory);
    }
    const step = Math.ceil(this.samples.length / MOST_DRAWN);
    const drawn = step > 1 ? this.samples.filter((_, i) => (this.samples.length - 1 - i) % step === 0) : this.samples;
    return html`<div class="cards">${CHARTS.map((chart) => {
      const points = drawn.map(({ at, sample }) => ({ at, values: chart.values(sample) }));
      return html`<section class="card ${chart.size ?? 'third'} chart-card"><header><h2>${chart.title} <small class="soft">${chart.unit ?? ''}</small></h2><div class="actions">${legend(chart.series, points.at(-1)?.values, chart.format)}</div></header>
        <div class="body"><vs-lines .points=${points} .series=${chart.series} .format=${chart.format} .label=${`${chart.title} of the last ${HISTORY_MINUTES} minutes`} .height=${chart.size ? 150 : 110} .binary=${Boolean(chart.binary)} .least=${chart.least ?? 0} .gapMillis=${5000 + step * 1000}></vs-lines></div></section>`;
    })}</div>`;
  }

  #packages() {
    const packages = [...this.status.packages].sort((a, b) => Boolean(b.why || b.warning) - Boolean(a.why || a.warning) || a.name.localeCompare(b.name));
    return html`<section class="card third"><header><h2>Packages</h2><span class="soft">${packages.length}</span><div class="actions"><a class="button tiny" href=${href('services')}>Services</a></div></header>
      ${packages.length ? html`<ul class="lines">${packages.map((one) => html`<li><a class="line-link" href=${href('services', { name: one.name })}><strong class="cut">${one.name}</strong>${stateBadge(one.state)}<span class="soft small grow cut right">${one.version}</span></a>
        ${one.why ? html`<p class="bad small clamp">${one.state === 'started' ? 'older code serves: ' : ''}${one.why}</p>` : nothing}${one.warning ? html`<p class="warn small clamp">${one.warning}</p>` : nothing}</li>`)}</ul>`
      : empty('services', 'No packages yet', 'A package is a folder with a class in it. This makes one with a first service and its test.', command('./vesper new orders'))}</section>`;
  }

  #recording() {
    const { monitor, tracker, documents } = this.status;
    const line = (name, page, one, flip) => html`<li><div class="line-link"><strong>${name}</strong><span class="badge ${one.on ? 'good' : ''}">${one.on ? 'on' : 'off'}</span><span class="grow"></span>
      ${toggle(`${name} on`, one.on, flip)}</div><p class="soft small">${because(one)}. <a href=${href(page)}>Open</a></p></li>`;
    return html`<section class="card third"><header><h2>What is recorded</h2></header><ul class="lines">
      ${line('Monitor', 'monitor', monitor, (on) => this.#switch('monitor', on))}
      ${line('Tracker', 'tracker', tracker, (on) => this.#switch('tracker', on))}
      <li><div class="line-link"><strong>Documents</strong><span class="soft">${many(documents?.collections ?? 0, 'collection')}</span></div><p class="soft small">${documents?.unindexed ? `${many(documents.unindexed, 'change')} not indexed yet. ` : ''}<a href=${href('documents')}>Open</a></p></li></ul></section>`;
  }

  async #switch(name, on) {
    try {
      await api.send('PUT', `/admin/${name}/enabled`, on);
      await this.#look();
      const now = this.status[name];
      if (now.on !== on) say(`The ${name === 'monitor' ? 'Monitor' : 'Tracker'} stays ${now.on ? 'on' : 'off'}: ${because(now)}`, { bad: true, action: name === 'monitor' ? { label: 'Rules', run: () => go('monitor', { tab: 'rules' }) } : undefined });
    } catch (e) {
      complain(e);
      this.requestUpdate();
    }
  }

  #lastErrors() {
    const items = this.errors?.items ?? [];
    return html`<section class="card third"><header><h2>Last errors</h2></header>
      ${this.errors?.failed ? html`<div class="pad">${api.isMissing(this.errors.failed) ? html`<p class="soft">This server keeps no list of errors; the <a href=${href('monitor', { q: 'status:>=500' })}>Monitor</a> has those that its rules record.</p>` : trouble(this.errors.failed)}</div>`
      : !this.errors ? bones(3)
      : items.length ? html`<ul class="lines">${items.map((one) => html`<li><div class="line-link">${statusBadge(one.status)}${method(one.method)}<code class="cut grow" title=${one.path}>${one.path}</code><span class="soft small">${time(one.at)}</span></div>
        ${one.message ? html`<p class="small soft clamp">${one.message}</p>` : nothing}
        ${one.transaction ? html`<a class="small" href=${href('tracker', { id: one.transaction })}>transaction</a> ` : nothing}${one.invocation ? html`<a class="small" href=${href('monitor', { id: one.invocation })}>record</a>` : nothing}</li>`)}</ul>`
      : html`<div class="empty">${icon('check')}<p>No request has failed since the server started.</p></div>`}</section>`;
  }
}

/** Describes packages with problems: one or two by name, more by number. */
function wrongPackages(packages) {
  if (packages.length > 2) return [`${packages.length} packages are in trouble`];
  return packages.map((one) => `${one.name} ${one.state === 'started' ? (one.why ? 'does not serve its newest code' : 'has a warning') : one.state === 'start-failed' ? 'does not start' : /^it depends on/.test(one.why ?? '') ? 'does not load' : 'does not compile'}`);
}

const asPoint = (sample) => ({ at: new Date(sample.at).getTime(), sample });
customElements.define('vs-overview', Overview);
