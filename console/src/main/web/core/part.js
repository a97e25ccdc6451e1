import { LitElement } from 'lit';

/**
 * An element without a shadow root, so the page's style sheets apply and labels can refer to inputs of other elements.
 */
export class Part extends LitElement {
  createRenderRoot() {
    return this;
  }
}
