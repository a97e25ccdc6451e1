import { html } from 'lit';
import { Part } from '../core/part.js';
class Overview extends Part { static properties = { params: {} }; render() { return html`<div class="page"><header><h1>Overview</h1></header></div>`; } }
customElements.define('vs-overview', Overview);
