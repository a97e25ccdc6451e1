import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Part } from '../core/part.js';
import { icon } from './icons.js';

const MOST_OFFERS = 12;

/**
 * A search field. It completes the word at the cursor from `fields`: { name, says, values }, where `values` may be a
 * function that returns the values known so far. Event: `search` with the text, on Enter and when the text is cleared.
 */
export class Query extends Part {
  static properties = { value: {}, fields: {}, hint: {}, label: {}, refusal: {}, text: { state: true }, offers: { state: true }, at: { state: true } };

  constructor() {
    super();
    this.value = '';
    this.text = '';
    this.fields = [];
    this.offers = [];
    this.at = -1;
  }

  willUpdate(changed) {
    if (changed.has('value')) this.text = this.value ?? '';
  }

  render() {
    const isOpen = this.offers.length > 0;
    return html`<div class="query" role="search">${icon('search')}<input type="search" data-search autocomplete="off" spellcheck="false" autocapitalize="off"
        role="combobox" aria-expanded=${String(isOpen)} aria-controls="offers" aria-autocomplete="list" aria-activedescendant=${this.at >= 0 ? `offer-${this.at}` : nothing}
        aria-label=${this.label ?? 'Search'} aria-invalid=${String(Boolean(this.refusal))} placeholder=${this.hint ?? 'Search'} .value=${live(this.text)}
        @input=${this.#typed} @keydown=${this.#key} @click=${this.#offer} @blur=${() => setTimeout(() => { this.offers = []; }, 150)}>
      ${this.text ? html`<button class="clear" type="button" aria-label="Clear the search" @click=${() => this.#search('')}>${icon('close')}</button>` : nothing}
      ${isOpen ? html`<ul class="offers" id="offers" role="listbox" aria-label="Completions">${this.offers.map((offer, i) => html`<li role="option" id="offer-${i}" aria-selected=${String(i === this.at)}
        @pointerdown=${(event) => { event.preventDefault(); this.#take(offer); }}>${offer.text}<span>${offer.says ?? ''}</span></li>`)}</ul>` : nothing}</div>
      ${this.#wrong()}`;
  }

  #wrong() {
    const problem = this.refusal?.errors?.find((one) => one.pointer === 'q');
    if (!problem) return nothing;
    const column = Number(/column (\d+)/.exec(problem.detail)?.[1] ?? 0);
    return html`<div class="query-wrong small" role="alert">${problem.detail}${column ? html`<pre>${this.value}\n${' '.repeat(column - 1)}^</pre>` : nothing}</div>`;
  }

  #search(text) {
    this.text = text;
    this.offers = [];
    this.dispatchEvent(new CustomEvent('search', { detail: text.trim() }));
  }

  #typed(event) {
    this.text = event.target.value;
    if (!this.text && this.value) this.#search('');
    else this.#offer();
  }

  /** Returns the word before the cursor and its position. */
  #word() {
    const input = this.querySelector('input');
    const before = this.text.slice(0, input.selectionStart ?? this.text.length);
    const word = /[^\s()]*$/.exec(before)[0].replace(/^[-+]/, '');
    return { word, from: before.length - word.length, to: before.length };
  }

  #offer = () => {
    const { word } = this.#word();
    const colon = word.indexOf(':');
    const fields = this.fields ?? [];
    let found = [];
    if (colon > 0) {
      const field = fields.find((one) => one.name === word.slice(0, colon));
      const values = (typeof field?.values === 'function' ? field.values() : field?.values) ?? [];
      const begun = word.slice(colon + 1).replace(/^"/, '').toLowerCase();
      found = values.filter(({ value }) => String(value).toLowerCase().includes(begun) && String(value).toLowerCase() !== begun)
        .map(({ value, says }) => ({ text: `${field.name}:${quoted(value)}`, says, ends: true }));
    } else {
      found = fields.filter((one) => one.name.toLowerCase().startsWith(word.toLowerCase()) && (word || !this.text))
        .map((one) => ({ text: `${one.name}${one.name.endsWith('.') ? '' : ':'}`, says: one.says }));
    }
    this.offers = found.slice(0, MOST_OFFERS);
    this.at = -1;
  };

  #take(offer) {
    const { from, to } = this.#word();
    const text = offer.text + (offer.ends ? ' ' : '');
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
    this.offers = [];
    this.updateComplete.then(() => {
      const input = this.querySelector('input');
      input.focus();
      input.setSelectionRange(from + text.length, from + text.length);
      if (!offer.ends) this.#offer();
    });
  }

  #key = (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (this.at >= 0 && this.offers[this.at]) this.#take(this.offers[this.at]);
      else this.#search(this.text);
    } else if (event.key === 'Escape') {
      if (this.offers.length) this.offers = [];
      else event.target.blur();
      event.stopPropagation();
      event.preventDefault();
    } else if (this.offers.length && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      this.at = (this.at + by + this.offers.length + (this.at < 0 && by < 0 ? 1 : 0)) % this.offers.length;
    } else if (event.key === 'Tab' && this.offers.length && this.text) {
      event.preventDefault();
      this.#take(this.offers[Math.max(0, this.at)]);
    }
  };
}
customElements.define('vs-query', Query);

/** Writes a value in the query language: quoted if it has characters other than those of a word. */
export const quoted = (value) => (/^[\w.@/*-]+$/.test(String(value)) && !/^(AND|OR|NOT)$/.test(value) ? String(value) : `"${String(value).replace(/(["\\])/g, '\\$1')}"`);

const words = (query) => (query ?? '').match(/(?:"(?:[^"\\]|\\.)*"|\S)+/g) ?? [];

const TOOK = /^duration:(>|<=)(\d+)us$/;

/**
 * Limits a query to durations above `span.above` and up to `span.upTo` microseconds; without a span, removes the limit.
 */
export function tookBetween(query, span) {
  const others = words(query).filter((word) => !word.startsWith('duration:'));
  return [...others, ...(span ? [...(span.above > 0 ? [`duration:>${span.above}us`] : []), `duration:<=${span.upTo}us`] : [])].join(' ');
}

/** Returns the span of durations in a query if it has the form that the chart writes. */
export function chosenTook(query) {
  const found = Object.fromEntries(words(query).map((word) => TOOK.exec(word)).filter(Boolean).map(([, sign, value]) => [sign === '>' ? 'above' : 'upTo', Number(value)]));
  return 'upTo' in found ? { above: 0, ...found } : undefined;
}

/** Adds a condition to a query, or removes it if the query has it. */
export function flipped(query, field, value) {
  const condition = `${field}:${quoted(value)}`;
  const all = words(query);
  const without = all.filter((word) => word !== condition);
  return (without.length < all.length ? without : [...all, condition]).join(' ');
}

export const hasCondition = (query, field, value) => words(query).includes(`${field}:${quoted(value)}`);
