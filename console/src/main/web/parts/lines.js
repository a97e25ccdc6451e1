import { html, svg, nothing } from 'lit';
import { Part } from '../core/part.js';
import { Resized } from '../core/resized.js';
import { marks, moments } from './scale.js';
import { clock, tick } from '../core/format.js';

const LEFT = 52;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 20;
const TABLE_ROWS = 30;
const DASHES = ['', '6 3', '2 3'];

/**
 * A line chart over time. `points` are { at, values: [...] }, with one value for each of `series`: { name, tone }.
 * Points more than `gapMillis` apart are not connected. Screen readers get a table of the values.
 */
export class Lines extends Part {
  static properties = { points: {}, series: {}, format: {}, label: {}, height: { type: Number }, binary: { type: Boolean }, gapMillis: { type: Number },
    least: { type: Number }, width: { state: true }, over: { state: true } };

  constructor() {
    super();
    this.width = 0;
    new Resized(this, (width) => { this.width = width; });
    this.height = 150;
    this.gapMillis = 5000;
    this.format = String;
    this.points = [];
    this.series = [];
  }

  render() {
    const { points, width, height } = this;
    if (!width) return html`<svg class="chart" height=${height} aria-hidden="true"></svg>`;
    const from = points[0]?.at ?? 0;
    const to = points.at(-1)?.at ?? 1;
    const most = Math.max(this.least ?? 0, ...points.flatMap((p) => p.values.filter(Number.isFinite)));
    const ups = marks(most, height > 120 ? 4 : 2, this.binary);
    const x = (at) => LEFT + ((at - from) / Math.max(1, to - from)) * (width - LEFT - RIGHT);
    const y = (value) => height - BOTTOM - (value / ups.at(-1)) * (height - BOTTOM - TOP);
    const over = this.over === undefined ? null : points[this.over];
    return html`<svg class="chart" viewBox="0 0 ${width} ${height}" height=${height} role="img" aria-label=${this.label}
        @pointermove=${(event) => this.#point(event, from, to)} @pointerleave=${() => { this.over = undefined; }}>
      ${ups.map((mark) => svg`<path class="grid" d="M${LEFT} ${y(mark).toFixed(1)}H${width - RIGHT}"></path>
        <text x=${LEFT - 8} y=${y(mark) + 4} text-anchor="end">${this.format(mark)}</text>`)}
      ${points.length > 1 ? moments(from, to, Math.max(2, Math.floor(width / 110))).map((at) => svg`<text x=${x(at)} y=${height - 4}
        text-anchor=${x(at) > width - 30 ? 'end' : 'middle'}>${tick(at, to - from)}</text>`) : nothing}
      ${this.series.map((one, i) => this.#line(one, i, x, y))}
      ${over ? svg`<path class="cross" d="M${x(over.at)} ${TOP}V${height - BOTTOM}"></path>` : nothing}</svg>
      ${over ? html`<div class="tip" .style=${this.#place(x(over.at))}>${clock(over.at)}${this.series.map((one, i) =>
        html`<br>${one.name} <b>${this.format(over.values[i])}</b>`)}</div>` : nothing}
      ${this.#table()}`;
  }

  #line(one, index, x, y) {
    let path = '';
    let first;
    let last = -Infinity;
    for (const point of this.points) {
      const value = point.values[index];
      if (!Number.isFinite(value)) continue;
      path += `${point.at - last > this.gapMillis ? 'M' : 'L'}${x(point.at).toFixed(1)} ${y(value).toFixed(1)}`;
      first ??= point.at;
      last = point.at;
    }
    if (!path) return nothing;
    const isWhole = path.lastIndexOf('M') === 0;
    const area = index === 0 && isWhole ? `${path}L${x(last).toFixed(1)} ${this.height - BOTTOM}H${x(first).toFixed(1)}Z` : '';
    return svg`<g class="tone${one.tone}">${area ? svg`<path class="area" d=${area}></path>` : nothing}
      <path class="line" d=${path} stroke-dasharray=${DASHES[index % DASHES.length] || nothing}></path></g>`;
  }

  #point(event, from, to) {
    const box = this.getBoundingClientRect();
    const at = from + ((event.clientX - box.left - LEFT) / (this.width - LEFT - RIGHT)) * (to - from);
    let nearest;
    this.points.forEach((point, i) => {
      if (nearest === undefined || Math.abs(point.at - at) < Math.abs(this.points[nearest].at - at)) nearest = i;
    });
    this.over = nearest;
  }

  #place(x) {
    return x > this.width / 2 ? `right:${this.width - x + 10}px` : `left:${x + 10}px`;
  }

  #table() {
    const step = Math.max(1, Math.ceil(this.points.length / TABLE_ROWS));
    const rows = this.points.filter((_, i) => i % step === 0);
    return html`<div class="sr"><table><caption>${this.label}</caption><thead><tr><th scope="col">Time</th>${this.series.map((one) => html`<th scope="col">${one.name}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr><th scope="row">${clock(row.at)}</th>${row.values.map((value) => html`<td>${Number.isFinite(value) ? this.format(value) : ''}</td>`)}</tr>`)}</tbody></table></div>`;
  }
}
customElements.define('vs-lines', Lines);

/** A legend with the names of the lines and their latest values. */
export const legend = (series, values, format) => html`<div class="legend" aria-hidden="true">${series.map((one, i) => html`<span class="tone${one.tone} ${i ? 'dashed' : ''}">
  <i></i>${one.name} ${values ? html`<b>${format(values[i])}</b>` : nothing}</span>`)}</div>`;
