import { html, svg, nothing } from 'lit';
import { Part } from '../core/part.js';
import { Resized } from '../core/resized.js';
import { marks, moments } from './scale.js';
import { count, exact, tick } from '../core/format.js';

const LEFT = 44;
const RIGHT = 4;
const TOP = 6;
const BOTTOM = 20;
const LEAST_BRUSH = 4;

/**
 * A histogram over time: `bars` are { at, n }, `step` is the width of a bar in milliseconds, `from` and `to` are the
 * ends of the time axis. Dragging over a range fires `zoom` with that time; so do the arrow keys and Enter for one bar.
 */
export class Histogram extends Part {
  static properties = { bars: {}, step: { type: Number }, from: { type: Number }, to: { type: Number }, label: {}, height: { type: Number },
    width: { state: true }, brush: { state: true }, over: { state: true } };

  constructor() {
    super();
    this.width = 0;
    new Resized(this, (width) => { this.width = width; });
    this.height = 96;
    this.bars = [];
  }

  render() {
    const { bars, width, height, from, to } = this;
    if (!width || !bars.length) return html`<svg class="chart" height=${height} aria-hidden="true"></svg>`;
    const ups = marks(Math.max(...bars.map((bar) => bar.n)), 2).map(Math.round).filter((mark, i, all) => all.indexOf(mark) === i);
    const y = (n) => height - BOTTOM - (n / ups.at(-1)) * (height - BOTTOM - TOP);
    const wide = Math.max(1.5, this.#x(from + this.step) - this.#x(from) - 1);
    const over = bars[this.over];
    return html`<svg class="chart" viewBox="0 0 ${width} ${height}" height=${height} tabindex="0" role="application"
        aria-label="${this.label}. Arrow keys choose a step, Enter shows it alone." aria-describedby="histogram-now"
        @pointerdown=${this.#press} @pointermove=${this.#move} @pointerup=${this.#release} @pointercancel=${() => { this.brush = undefined; }} @pointerleave=${() => { if (!this.brush) this.over = undefined; }} @keydown=${this.#key}>
      ${ups.map((mark) => svg`<path class="grid" d="M${LEFT} ${y(mark).toFixed(1)}H${width - RIGHT}"></path><text x=${LEFT - 8} y=${y(mark) + 4} text-anchor="end">${count(mark)}</text>`)}
      ${moments(from, to, Math.max(2, Math.floor(width / 120))).map((at) => svg`<text x=${this.#x(at)} y=${height - 4} text-anchor=${this.#x(at) > width - 34 ? 'end' : 'middle'}>${tick(at, to - from)}</text>`)}
      ${bars.map((bar) => svg`<rect class="bar" x=${this.#x(bar.at).toFixed(1)} y=${y(bar.n).toFixed(1)} width=${wide.toFixed(1)} height=${Math.max(bar.n ? 1.5 : 0, height - BOTTOM - y(bar.n)).toFixed(1)} rx="1"></rect>`)}
      ${this.brush ? svg`<rect class="brush" x=${Math.min(...this.brush)} y=${TOP} width=${Math.abs(this.brush[1] - this.brush[0])} height=${height - TOP - BOTTOM}></rect>` : nothing}</svg>
      ${over && !this.brush ? html`<div class="tip" .style=${this.#x(over.at) > width / 2 ? `right:${width - this.#x(over.at) + 6}px` : `left:${this.#x(over.at) + 14}px`}>${exact(over.at).replace(/\.\d{3}/, '')}<br><b>${count(over.n)}</b></div>` : nothing}
      <span class="sr" id="histogram-now" aria-live="polite">${over ? `${exact(over.at)}: ${count(over.n)}` : ''}</span>
      <div class="sr"><table><caption>${this.label}</caption><thead><tr><th scope="col">From</th><th scope="col">Count</th></tr></thead><tbody>${bars.filter((bar) => bar.n).slice(-60)
        .map((bar) => html`<tr><th scope="row">${exact(bar.at)}</th><td>${bar.n}</td></tr>`)}</tbody></table></div>`;
  }

  #x(at) {
    return LEFT + ((at - this.from) / Math.max(1, this.to - this.from)) * (this.width - LEFT - RIGHT);
  }

  #at(x) {
    const share = Math.min(1, Math.max(0, (x - LEFT) / (this.width - LEFT - RIGHT)));
    return this.from + share * (this.to - this.from);
  }

  #place(event) {
    return event.clientX - this.getBoundingClientRect().left;
  }

  #press(event) {
    event.currentTarget.setPointerCapture(event.pointerId);
    this.brush = [this.#place(event), this.#place(event)];
  }

  #move(event) {
    const x = this.#place(event);
    if (this.brush) this.brush = [this.brush[0], x];
    const at = this.#at(x);
    const index = this.bars.findIndex((bar) => at >= bar.at && at < bar.at + this.step);
    this.over = index < 0 ? undefined : index;
  }

  #release() {
    const [from, to] = [...(this.brush ?? [])].sort((a, b) => a - b);
    this.brush = undefined;
    if (to - from >= LEAST_BRUSH) this.#zoom(this.#at(from), this.#at(to));
  }

  #key(event) {
    const last = this.bars.length - 1;
    const now = this.over ?? last;
    if (event.key === 'ArrowLeft') this.over = Math.max(0, now - 1);
    else if (event.key === 'ArrowRight') this.over = Math.min(last, now + 1);
    else if (event.key === 'Enter' && this.over !== undefined) this.#zoom(this.bars[now].at, this.bars[now].at + this.step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #zoom(from, to) {
    this.dispatchEvent(new CustomEvent('zoom', { detail: { from: Math.round(from), to: Math.round(to) } }));
  }
}
customElements.define('vs-histogram', Histogram);
