import { LitElement, css, html } from 'lit';

/**
 * A text editor. The code for it is loaded when the first editor is shown. It has a shadow root, to which CodeMirror
 * adds its style sheets. `check` returns the errors of a JSON value as { path, message }[].
 *
 * Events: `change` with the text, `send` on Ctrl+Enter, `save` on Ctrl+S.
 */
export class Editor extends LitElement {
  static properties = { value: {}, language: {}, label: {}, check: { attribute: false }, isReadOnly: { type: Boolean } };
  static styles = css`:host { display: block; font-size: 12.5px; } .cm-editor { height: 100%; }`;

  #view;
  #parts;

  render() {
    return html`<div></div>`;
  }

  async firstUpdated() {
    const { edit } = await import('./editing.js');
    if (this.isConnected && !this.#view) this.#begin(edit);
  }

  #begin(edit) {
    this.#parts = edit(this, this.renderRoot.querySelector('div'));
    this.#view = this.#parts.view;
  }

  /** An element that returns to the page gets a new editor with its last text. */
  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated && !this.#view) this.firstUpdated();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.#view) this.value = this.text;
    this.#view?.destroy();
    this.#view = undefined;
  }

  updated(changed) {
    if (!this.#view) return;
    if (changed.has('language')) this.#parts.speak(this.language);
    if (changed.has('isReadOnly')) this.#parts.permit(this.isReadOnly);
    if (changed.has('value') && this.value !== this.text) this.#parts.replace(this.value ?? '');
  }

  /** The current text. */
  get text() {
    return this.#view ? this.#view.state.doc.toString() : this.value ?? '';
  }

  /** Discards edits. */
  reset() {
    if (this.#view && this.text !== (this.value ?? '')) this.#parts.replace(this.value ?? '');
  }

  focus() {
    this.#view?.focus();
  }
}
customElements.define('vs-editor', Editor);
