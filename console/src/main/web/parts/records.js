import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { change } from '../core/route.js';
import { count, many, micros } from '../core/format.js';
import { choice, closing, trouble } from './bits.js';
import { icon } from './icons.js';
import { chosenTook, flipped, hasCondition, tookBetween } from './query.js';
import './grid.js';
import './histogram.js';
import './latencies.js';
import './query.js';

const PAGE = 100;
const BARS = 60;
const LIVE_MILLIS = 2000;
const NARROW = matchMedia('(max-width: 1180px)');
const SPANS = { '15m': 15 * 60_000, '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 };
const NICE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400].map((s) => s * 1000);

/** Fields of the query language for records, with hints on their values. */
export const FIELDS = [
  { name: 'status', says: '503, 5xx, >=500' }, { name: 'method', says: 'GET' }, { name: 'path', says: '/api/*' }, { name: 'route', says: 'who answered' },
  { name: 'duration', says: '>1s, [10ms TO 2s]' }, { name: 'package' }, { name: 'service' }, { name: 'user' }, { name: 'state' }, { name: 'type' }, { name: 'externalId' },
  { name: 'success', values: [{ value: 'true' }, { value: 'false' }] }, { name: 'body.', says: 'a place in a payload' }, { name: 'request.', says: 'in what came' },
  { name: 'response.', says: 'in what was answered' }, { name: 'header.', says: 'a field of the request' }, { name: 'query.', says: 'a parameter' },
  { name: 'prop.', says: 'a property' }, { name: 'log', says: 'a word in the log' }, { name: 'time', says: '>=now-15m' }, { name: 'rule' }, { name: 'remote' }, { name: 'agent' },
  { name: 'sender' }, { name: 'receiver' }, { name: 'bytesIn', says: '>10KiB' }, { name: 'bytesOut' }, { name: 'trace' }, { name: 'id' },
];

/**
 * Search page for records: a search field, facets, a histogram over time, the rows and the details of one record. A
 * subclass defines the kind of records: `kind`, `path`, `columns`, `facetsOf`, `timeOf(row)`, `whole(row)`,
 * `nothing()`.
 */
export class RecordSearch extends Part {
  static properties = { params: {}, rows: { state: true }, next: { state: true }, found: { state: true }, failed: { state: true }, isLoading: { state: true }, one: { state: true },
    oneFailed: { state: true }, counted: { state: true }, isCounting: { state: true }, status: { state: true } };

  #asked = '';
  #abort;
  #live;

  constructor() {
    super();
    this.params = {};
    this.rows = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#live = setInterval(() => this.#lookAgain(), LIVE_MILLIS);
    NARROW.addEventListener('change', this.#redraw);
    this.look();
  }

  #redraw = () => this.requestUpdate();

  /**
   * Searches again while the live switch is on, and while there are no rows, so that the first record appears without a
   * reload.
   */
  #lookAgain() {
    if (document.hidden || this.isLoading || this.isCounting || api.isTokenWanted()) return;
    const isAwaited = !this.rows.length && !this.failed;
    if (isAwaited) this.look();
    if (isAwaited || this.params.live === '1') this.search({ quietly: true });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.#live);
    NARROW.removeEventListener('change', this.#redraw);
    this.#abort?.abort();
  }

  async look() {
    this.status = await api.get('/admin/status').catch(() => undefined);
  }

  willUpdate(changed) {
    if (!changed.has('params')) return;
    const wanted = JSON.stringify([this.params.q, this.params.from, this.params.to, this.params.span, this.params.sort]);
    if (wanted !== this.#asked) {
      this.#asked = wanted;
      this.search({});
    }
    if (this.params.id !== this.one?.id) this.#open();
  }

  /** Returns the time range of the search, in milliseconds since 1970; empty if all records are searched. */
  window() {
    const { from, to, span } = this.params;
    if (from) return { from: Number(from), to: Number(to) || Date.now(), isFixed: true };
    const length = SPANS[span];
    return length ? { from: Date.now() - length, to: Date.now() } : {};
  }

  async search({ quietly = false }) {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.isLoading = !quietly;
    if (!quietly) this.failed = undefined;
    const window = this.window();
    const asked = { q: this.params.q, from: window.from, to: window.isFixed ? window.to : '', sort: this.params.sort };
    try {
      const page = api.get(api.at(this.path, { ...asked, limit: PAGE }), { signal: abort.signal });
      const first = await page;
      const isJoined = quietly && this.rows.length > PAGE && !asked.sort && overlap(first.items, this.rows);
      this.rows = isJoined ? merged(first.items, this.rows) : first.items;
      if (!isJoined) this.next = first.next;
      this.found = first;
      this.isLoading = false;
      if (quietly && !first.items.length) return;
      this.isCounting = true;
      const step = this.#step(window, first.items);
      const counted = await api.get(api.at(this.path, { ...asked, limit: 0, count: true, facets: this.facetsOf.map(([field]) => field).join(','), top: 8, latencies: true, histogram: step }), { signal: abort.signal });
      this.counted = { ...counted, window: this.#seen(window, counted, step), step };
      this.failed = undefined;
    } catch (e) {
      if (e.name === 'AbortError') return;
      this.failed = e;
      if (quietly && this.rows.length) return;
      this.rows = [];
      this.next = undefined;
      this.counted = undefined;
    } finally {
      if (this.#abort === abort) this.isLoading = this.isCounting = false;
    }
  }

  #step(window, rows) {
    const oldest = rows.length ? Math.min(...rows.map((row) => new Date(this.timeOf(row)).getTime())) : Date.now();
    const span = window.from ? window.to - window.from : Math.max(60_000, this.counted?.window ? this.counted.window.to - this.counted.window.from : Date.now() - oldest);
    return NICE_STEPS.find((step) => span / step <= BARS) ?? 86_400_000;
  }

  /** Returns the time axis. If the search has no start, the oldest record that was found gives it. */
  #seen(window, counted) {
    const times = Object.keys(counted.histogram ?? {}).map((at) => new Date(at).getTime());
    if (window.from) return window;
    return { from: times.length ? Math.min(...times) : Date.now() - 60_000, to: Date.now() };
  }

  async more() {
    if (!this.next || this.isLoading) return;
    this.isLoading = true;
    const window = this.window();
    try {
      const page = await api.get(api.at(this.path, { q: this.params.q, from: window.from, to: window.isFixed ? window.to : '', sort: this.params.sort, limit: PAGE, cursor: this.next }), { signal: this.#abort?.signal });
      this.rows = [...this.rows, ...page.items];
      this.next = page.next;
    } catch (e) {
      if (e.name !== 'AbortError') this.failed = e;
    } finally {
      this.isLoading = false;
    }
  }

  async #open() {
    const { id } = this.params;
    this.one = undefined;
    this.oneFailed = undefined;
    if (!id) return;
    try {
      const one = await this.read(id);
      if (this.params.id !== id) return;
      this.one = one;
    } catch (e) {
      if (this.params.id !== id) return;
      this.oneFailed = e;
    }
    await this.updateComplete;
    this.querySelector('.whole')?.focus({ preventScroll: true });
  }

  /** Called when the server is reachable again. Repeats what has failed. */
  again() {
    if (api.isPassing(this.failed)) this.search({});
    if (api.isPassing(this.oneFailed)) this.#open();
    this.look();
  }

  escape() {
    if (this.params.id) change({ id: '' });
  }

  /** Renders the search field, the counts, the rows and the open record. */
  body() {
    const isOpen = Boolean(this.params.id);
    const known = Object.entries(this.counted?.facets ?? {});
    const fields = FIELDS.map((field) => {
      const values = known.find(([name]) => name === field.name)?.[1];
      return values ? { ...field, values: Object.entries(values).filter(([value]) => value).map(([value, n]) => ({ value, says: count(n) })) } : field;
    });
    const isEmpty = !this.rows.length && !this.isLoading && !this.failed;
    return html`<div class="search-line"><vs-query .value=${this.params.q ?? ''} .fields=${fields} .refusal=${this.failed} .label=${`Search the ${this.kind}`} .hint=${this.hint}
        @search=${({ detail }) => change({ q: detail, id: '' })}></vs-query>
        ${this.params.from ? html`<button class="button" @click=${() => change({ from: '', to: '' })}>${icon('close')} Chosen time</button>`
        : choice('How long ago', [['15m', '15 min'], ['1h', '1 h'], ['24h', '24 h'], ['7d', '7 d'], ['', 'All']], this.params.span ?? '', (span) => change({ span }))}
        <button class="button" aria-pressed=${String(this.params.live === '1')} title="look again every two seconds" @click=${() => change({ live: this.params.live ? '' : '1' }, { replace: true })}>${icon('reload')} Live</button></div>
      ${this.failed && !this.failed.errors?.some((one) => one.pointer === 'q') ? trouble(this.failed, () => this.search({})) : nothing}
      ${this.found?.incomplete ? html`<div class="note warn">${icon('warn')}<p>${typeof this.found.incomplete === 'string' ? this.found.incomplete : 'The search ended before everything was looked at.'}</p></div>` : nothing}
      <div class="search-body ${isOpen ? 'is-open' : ''}">${NARROW.matches ? html`<details class="narrowing card"><summary>Narrow down</summary><div class="facets">${this.#facets()}</div></details>` : html`<aside class="facets" aria-label="What was found has">${this.#facets()}</aside>`}
      <div class="found card">${this.#overTime()}${isEmpty ? this.nothing() : html`<vs-grid class="grow" .columns=${this.columns} .rows=${this.rows} .chosen=${this.params.id} .hasMore=${Boolean(this.next)} .isLoading=${this.isLoading}
        .label=${this.kind} .sorted=${this.params.sort} .foot=${this.#foot()} @open=${({ detail }) => change({ id: detail.id })} @more=${() => this.more()} @sort=${({ detail }) => this.#sort(detail)}></vs-grid>`}</div>
      ${isOpen ? html`<section class="whole card" tabindex="-1" aria-label="One of them whole">${this.one ? this.whole(this.one) : this.oneFailed
        ? html`<header><h2>Not found</h2><div class="actions">${closing(() => change({ id: '' }))}</div></header><div class="pad">${trouble(this.oneFailed)}</div>` : html`<div class="bones"><span class="bone"></span><span class="bone"></span><span class="bone"></span></div>`}</section>` : nothing}</div>`;
  }

  #sort(field) {
    const now = this.params.sort;
    change({ sort: now === `-${field}` ? field : now === field ? '' : `-${field}` });
  }

  #foot() {
    const latencies = this.counted?.latencyMicros;
    const total = this.counted?.total;
    return html`<span>${total === undefined ? `${count(this.rows.length)} shown` : many(total, 'hit')}${this.params.sort ? `, by ${this.params.sort.replace('-', '')}` : ', newest first'}</span>
      ${latencies?.count ? html`<span class="soft latencies">  p50 <b>${micros(latencies.p50)}</b>  p90 <b>${micros(latencies.p90)}</b>  p99 <b>${micros(latencies.p99)}</b>  longest <b>${micros(latencies.max)}</b></span>` : nothing}`;
  }

  #overTime() {
    const { counted } = this;
    if (!counted?.histogram || !Object.keys(counted.histogram).length) return html`<div class="over-time"></div>`;
    const bars = Object.entries(counted.histogram).map(([at, n]) => ({ at: new Date(at).getTime(), n }));
    const step = bars.length > 1 ? Math.min(...bars.slice(1).map((bar, i) => bar.at - bars[i].at)) : counted.step;
    const from = Math.min(counted.window.from, bars[0].at);
    const to = Math.max(counted.window.to, bars.at(-1).at + step);
    return html`<div class="over-time"><vs-histogram .bars=${bars} .step=${Math.min(step, counted.step)} .from=${from} .to=${to} .label=${`${this.kind} over time`} @zoom=${({ detail }) => change({ ...detail, live: '' })}></vs-histogram></div>`;
  }

  /** Renders the latencies, in which a drag narrows the search. */
  #latencies() {
    const buckets = this.counted?.latencyMicros?.buckets;
    if (!buckets?.length) return nothing;
    const chosen = chosenTook(this.params.q);
    return html`<section><h2>Duration ${chosen ? html`<button class="button tiny quiet" @click=${() => this.#narrow()}>${icon('close')} ${micros(chosen.above)} to ${micros(chosen.upTo)}</button>` : nothing}</h2>
      <vs-latencies .buckets=${buckets} .chosen=${chosen} .label=${`How long the ${this.kind} took`} @narrow=${({ detail }) => this.#narrow(detail)}></vs-latencies></section>`;
  }

  #narrow(span) {
    change({ q: tookBetween(this.params.q, span), id: '' });
  }

  #facets() {
    const facets = this.counted?.facets;
    if (this.failed) return nothing;
    return html`${this.#latencies()}${this.facetsOf.map(([field, name]) => {
      const values = Object.entries(facets?.[field] ?? {}).filter(([value]) => value);
      if (facets && !values.length) return nothing;
      const most = Math.max(1, ...values.map(([, n]) => n));
      if (!facets && !this.isCounting) return nothing;
      return html`<section><h2>${name}</h2>${facets ? html`<ul>${values.map(([value, n]) => html`<li><button aria-pressed=${String(hasCondition(this.params.q, field, value))} title=${value}
        @click=${() => change({ q: flipped(this.params.q, field, value), id: '' })}><i .style=${`width:${(n / most) * 100}%`}></i><span class="cut">${value}</span><b>${count(n)}</b></button></li>`)}</ul>` : html`<span class="bone"></span>`}</section>`;
    })}${this.counted?.cutFacets?.length ? html`<p class="small soft">Of ${this.counted.cutFacets.join(', ')} not all values were counted.</p>` : nothing}`;
  }
}

/** Checks whether the newest rows reach back to the rows read before, so that no row between them is missing. */
function overlap(newest, before) {
  const known = new Set(before.map((row) => row.id));
  return newest.some((row) => known.has(row.id));
}

function merged(newest, before) {
  const known = new Set(before.map((row) => row.id));
  return [...newest.filter((row) => !known.has(row.id)), ...before];
}
