import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Part } from '../core/part.js';
import { Resized } from '../core/resized.js';
import { bones } from './bits.js';

const ROW = 36;
const AROUND = 8;
const NEAR_END_ROWS = 20;

let grids = 0;

/**
 * A table that has elements for visible rows only, so that a hundred thousand rows scroll like ten. `columns` are
 * { name, width, cell: (row) => content, right, from, sort }; a column is hidden if the grid is narrower than `from`.
 * Events: `open` with a row; `more` near the end of the rows if `hasMore` is set; `sort` with a column's `sort`.
 */
export class Grid extends Part {
  static properties = { columns: {}, rows: {}, id: {}, chosen: {}, hasMore: { type: Boolean }, isLoading: { type: Boolean }, label: {}, foot: {}, sorted: {}, key: {},
    width: { state: true }, height: { state: true }, top: { state: true }, focused: { state: true } };

  #asked = -1;
  #own = `grid-${++grids}`;

  constructor() {
    super();
    this.rows = [];
    this.columns = [];
    this.width = 0;
    new Resized(this, () => this.#measure());
    this.height = 600;
    this.top = 0;
    this.focused = -1;
    this.key = (row) => row.id;
  }

  #measure() {
    this.width = this.clientWidth;
    this.height = this.querySelector('.rows')?.clientHeight || this.height;
  }

  willUpdate(changed) {
    if (changed.has('rows')) {
      this.#asked = -1;
      const at = this.rows.findIndex((row) => this.key(row) === this.chosen);
      if (at >= 0) this.focused = at;
      else if (this.focused >= this.rows.length) this.focused = -1;
    }
  }

  updated() {
    this.#measure();
    const template = this.#shown().map((column) => column.width).join(' ');
    for (const line of this.querySelectorAll('.head, .row')) line.style.gridTemplateColumns = template;
    const last = Math.ceil((this.top + this.height) / ROW);
    if (this.hasMore && last > this.rows.length - NEAR_END_ROWS && this.#asked !== this.rows.length) {
      this.#asked = this.rows.length;
      this.dispatchEvent(new CustomEvent('more'));
    }
  }

  #shown() {
    return this.columns.filter((column) => !column.from || this.width >= column.from);
  }

  render() {
    const columns = this.#shown();
    const first = Math.max(0, Math.floor(this.top / ROW) - AROUND);
    const seen = this.rows.slice(first, Math.ceil((this.top + this.height) / ROW) + AROUND);
    return html`<div class="grow" .style=${'display:flex;flex-direction:column;min-height:0'}>
      <div role="rowgroup" id="${this.#own}-head"><div class="head" role="row" aria-rowindex="1">${columns.map((column) => html`<div role="columnheader" class=${column.right ? 'right' : ''}
        aria-sort=${column.sort && this.sorted === column.sort ? 'ascending' : column.sort && this.sorted === `-${column.sort}` ? 'descending' : nothing}>${this.#heading(column)}</div>`)}</div></div>
      <div class="rows" role="grid" tabindex="0" aria-label="${this.label ?? 'Rows'}: j and k move, Enter opens" aria-owns="${this.#own}-head" aria-rowcount=${this.hasMore ? -1 : this.rows.length + 1}
        aria-activedescendant=${this.focused >= first && this.focused < first + seen.length ? this.#idOf(this.focused) : nothing}
        @scroll=${(event) => { this.top = event.currentTarget.scrollTop; }} @keydown=${this.#key}>
        <div class="space" role="rowgroup" .style=${`height:${this.rows.length * ROW}px`}>
          ${repeat(seen, this.key, (row, i) => html`<div class="row" role="row" id=${this.#idOf(first + i)} aria-rowindex=${first + i + 2} aria-selected=${String(this.key(row) === this.chosen || first + i === this.focused)}
            .style=${`top:${(first + i) * ROW}px`} @click=${() => this.#open(first + i)}>${columns.map((column) => html`<div role="gridcell" class=${column.right ? 'right' : ''}>${column.cell(row)}</div>`)}</div>`)}
        </div>${this.isLoading && !this.rows.length ? bones(6) : nothing}</div></div>
      ${this.foot ? html`<div class="foot">${this.foot}</div>` : nothing}`;
  }

  /** Returns the element id of a row. It names the focused row to screen readers. */
  #idOf(index) {
    return `${this.#own}-${index}`;
  }

  #heading(column) {
    if (!column.sort) return column.name;
    const mark = this.sorted === column.sort ? ' ↑' : this.sorted === `-${column.sort}` ? ' ↓' : '';
    return html`<button type="button" @click=${() => this.dispatchEvent(new CustomEvent('sort', { detail: column.sort }))}>${column.name}${mark}</button>`;
  }

  #open(index) {
    this.focused = index;
    this.dispatchEvent(new CustomEvent('open', { detail: this.rows[index] }));
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.height / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in steps) this.move(steps[event.key]);
    else if (event.key === 'Enter') this.openFocused();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus by a number of rows, and scrolls if necessary. */
  move(by) {
    this.focused = Math.max(0, Math.min(this.rows.length - 1, this.focused + by));
    const rows = this.querySelector('.rows');
    const y = this.focused * ROW;
    if (y < rows.scrollTop) rows.scrollTop = y;
    else if (y + ROW > rows.scrollTop + rows.clientHeight) rows.scrollTop = y + ROW - rows.clientHeight;
  }

  /** Focuses the rows, so that the arrow keys and Enter work on them. */
  focusRows() {
    this.querySelector('.rows').focus({ preventScroll: true });
  }

  toTop() {
    this.querySelector('.rows').scrollTop = 0;
  }

  openFocused() {
    if (this.rows[this.focused]) this.#open(this.focused);
  }
}
customElements.define('vs-grid', Grid);
