import { LitElement } from 'lit';

/** An element without a shadow: one style sheet is for all, and labels may name inputs of other elements. */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}
