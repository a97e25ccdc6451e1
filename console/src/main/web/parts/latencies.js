import { html, svg, nothing } from 'lit';
import { Part } from '../core/part.js';
import { Resized } from '../core/resized.js';
import { count, micros } from '../core/format.js';

const TOP = 4;
const BOTTOM = 18;
const LEAST_BRUSH = 6;

/**
 * A histogram of latencies: `buckets` are { above, upTo, count } in ascending order, all drawn with the same width.
 * Dragging over buckets or clicking one fires `narrow` with { above, upTo } in microseconds; so do the arrow keys and
 * Enter. `chosen` is the { above, upTo } of the current search. A click inside it fires `narrow` without a detail,
 * which clears it.
 */
export class Latencies extends Part {
  static properties = { buckets: {}, chosen: {}, label: {}, height: { type: Number }, width: { state: true }, brush: { state: true }, over: { state: true } };

  constructor() {
    super();
    this.width = 0;
    new Resized(this, (width) => { this.width = width; });
    this.height = 84;
    this.buckets = [];
  }

  render() {
    const { buckets, width, height } = this;
    if (!width || !buckets.length) return html`<svg class="chart" height=${height} aria-hidden="true"></svg>`;
    const most = Math.max(1, ...buckets.map((one) => one.count));
    const wide = width / buckets.length;
    const tall = (n) => (n ? Math.max(1.5, (n / most) * (height - TOP - BOTTOM)) : 0);
    const [first, last] = this.#marked();
    const over = buckets[this.over];
    return html`<svg class="chart" viewBox="0 0 ${width} ${height}" height=${height} tabindex="0" role="application" aria-label="${this.label}. Arrow keys choose a bar, Enter shows it alone." aria-describedby="latencies-now"
        @pointerdown=${this.#press} @pointermove=${this.#move} @pointerup=${this.#release} @pointercancel=${() => { this.brush = undefined; }} @pointerleave=${() => { if (!this.brush) this.over = undefined; }} @keydown=${this.#key}>
      ${last >= first ? svg`<rect class="brush" x=${first * wide} y="0" width=${(last - first + 1) * wide} height=${height - BOTTOM}></rect>` : nothing}
      <path class="grid" d="M0 ${height - BOTTOM + 0.5}H${width}"></path>
      ${buckets.map((one, i) => svg`<rect class="bar ${i === this.over ? 'over' : ''}" x=${(i * wide + 0.5).toFixed(1)} y=${(height - BOTTOM - tall(one.count)).toFixed(1)} width=${Math.max(1, wide - 1).toFixed(1)} height=${tall(one.count).toFixed(1)} rx="1"></rect>`)}
      ${this.#ticks().map(([i, anchor]) => svg`<text x=${anchor === 'end' ? width : i * wide} y=${height - 4} text-anchor=${anchor}>${micros(i < buckets.length ? Math.max(0, buckets[i].above) : buckets.at(-1).upTo)}</text>`)}</svg>
      <p class="small soft" id="latencies-now" aria-live="polite">${over ? html`${span(over)}: <b>${count(over.count)}</b>` : html`<span class="hint">draw over it to narrow down</span>`}</p>
      <div class="sr"><table><caption>${this.label}</caption><thead><tr><th scope="col">Duration</th><th scope="col">Count</th></tr></thead><tbody>${buckets.filter((one) => one.count).map((one) => html`<tr><th scope="row">${span(one)}</th><td>${one.count}</td></tr>`)}</tbody></table></div>`;
  }

  /** Returns labels for the ends, and for the middle if there is room. */
  #ticks() {
    const n = this.buckets.length;
    return n > 4 && this.width > 150 ? [[0, 'start'], [Math.round(n / 2), 'middle'], [n, 'end']] : [[0, 'start'], [n, 'end']];
  }

  /** Returns the first and last marked bar: those under the brush, or else those of the current search. */
  #marked() {
    if (this.brush) return [Math.min(...this.brush), Math.max(...this.brush)];
    if (!this.chosen) return [0, -1];
    const { above, upTo } = this.chosen;
    const inside = this.buckets.map((one, i) => [one, i]).filter(([one]) => Math.max(0, one.above) >= above && one.upTo <= upTo).map(([, i]) => i);
    return inside.length ? [inside[0], inside.at(-1)] : [0, -1];
  }

  #index(event) {
    const x = event.clientX - this.getBoundingClientRect().left;
    return Math.min(this.buckets.length - 1, Math.max(0, Math.floor((x / this.width) * this.buckets.length)));
  }

  #press(event) {
    event.currentTarget.setPointerCapture(event.pointerId);
    this.pressedAt = event.clientX;
    this.brush = [this.#index(event), this.#index(event)];
  }

  #move(event) {
    this.over = this.#index(event);
    if (this.brush) this.brush = [this.brush[0], this.over];
  }

  #release(event) {
    const brush = this.brush;
    this.brush = undefined;
    if (!brush) return;
    const isClick = Math.abs(event.clientX - this.pressedAt) < LEAST_BRUSH;
    if (isClick) this.#pick(brush[0]);
    else this.#narrow(Math.min(...brush), Math.max(...brush));
  }

  #key(event) {
    const last = this.buckets.length - 1;
    if (event.key === 'ArrowLeft') this.over = Math.max(0, (this.over ?? last + 1) - 1);
    else if (event.key === 'ArrowRight') this.over = Math.min(last, (this.over ?? -1) + 1);
    else if (event.key === 'Enter' && this.over !== undefined) this.#pick(this.over);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Narrows the search to one bar, or clears the range if the bar is part of it. */
  #pick(index) {
    const [first, last] = this.#marked();
    if (this.chosen && index >= first && index <= last) this.dispatchEvent(new CustomEvent('narrow'));
    else this.#narrow(index, index);
  }

  #narrow(first, last) {
    this.dispatchEvent(new CustomEvent('narrow', { detail: { above: this.buckets[first].above, upTo: this.buckets[last].upTo } }));
  }
}
customElements.define('vs-latencies', Latencies);

const span = (one) => `${micros(Math.max(0, one.above))} to ${micros(one.upTo)}`;
