import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import { copy } from './bits.js';
import { icon } from './icons.js';

const MOST_COLOURED = 120_000;
const TOKENS = {
  json: /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g,
  xml: /(<\/?[\w:.-]+|\/?>|<\?[^>]*\?>|<!--[^]*?-->)|(\s[\w:.-]+)(=)("[^"]*"|'[^']*')/g,
};

/** Returns the format of a text by its media type, or else by its first character. */
export function kindOf(text, type = '') {
  if (/json/.test(type)) return 'json';
  if (/xml|html/.test(type)) return 'xml';
  const start = text.trimStart();
  if (/^[[{]/.test(start)) return 'json';
  return start.startsWith('<') ? 'xml' : 'text';
}

/** Indents JSON or XML; returns other text unchanged. Numbers keep their digits. */
export function pretty(text, kind) {
  if (kind === 'json') return prettyJson(text);
  return kind === 'xml' ? prettyXml(text) : text;
}

/** Indents JSON by its tokens. JSON.parse and stringify would round large numbers and drop duplicate names. */
export function prettyJson(text) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let result = '';
  let depth = 0;
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === '{' || token === '[') {
      const isEmpty = tokens[i + 1] === (token === '{' ? '}' : ']');
      result += isEmpty ? token + tokens[++i] : `${token}\n${'  '.repeat(++depth)}`;
    } else if (token === '}' || token === ']') result += `\n${'  '.repeat(--depth)}${token}`;
    else if (token === ',') result += `,\n${'  '.repeat(depth)}`;
    else result += token === ':' ? ': ' : token;
  }
  return result;
}

function prettyXml(text) {
  if (/\n\s+</.test(text)) return text;
  let depth = 0;
  const pieces = text.trim().replace(/>\s*</g, '>\n<').split('\n');
  return pieces.map((piece) => {
    if (piece.startsWith('</')) depth = Math.max(0, depth - 1);
    const line = '  '.repeat(depth) + piece;
    if (/^<[^!?/]/.test(piece) && !piece.includes('</') && !piece.endsWith('/>')) depth++;
    return line;
  }).join('\n');
}

/** Colours the tokens of a text and marks masked values. */
export function coloured(text, kind) {
  if (!TOKENS[kind] || text.length > MOST_COLOURED) return text;
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(TOKENS[kind])) {
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(...(kind === 'json' ? jsonToken(found) : xmlToken(found)));
    end = found.index + found[0].length;
  }
  parts.push(masked(text.slice(end)));
  return parts;
}

function jsonToken([all, string, colon, word, number]) {
  if (string && colon) return [html`<span class="t-name">${string}</span>`, colon];
  if (string === '"***"') return [html`<span class="t-masked" title="hidden before it was written">${string}</span>`];
  if (string) return [html`<span class="t-text">${string}</span>`];
  return [word ? html`<span class="t-word">${word}</span>` : html`<span class="t-number">${number ?? all}</span>`];
}

function xmlToken([all, tag, name, equals, value]) {
  return tag ? [html`<span class=${tag.startsWith('<!') || tag.startsWith('<?') ? 't-quiet' : 't-name'}>${all}</span>`]
    : [html`<span class="t-number">${name}</span>`, equals, html`<span class="t-text">${value}</span>`];
}

function masked(text) {
  return text.includes('***') ? text.split(/(\*\*\*)/).map((piece) => (piece === '***' ? html`<span class="t-masked">***</span>` : piece)) : text;
}

/** A read-only text, indented or raw, to copy and to download. */
export class Code extends Part {
  static properties = { text: {}, type: {}, name: {}, label: {}, isRaw: { state: true } };

  render() {
    const text = this.text ?? '';
    const kind = kindOf(text, this.type ?? '');
    const shown = this.isRaw ? text : pretty(text, kind);
    return html`<div class="code ${kind === 'text' ? 'wrap' : ''}"><pre tabindex="0" role="region" aria-label=${this.label ?? 'Text'}>${coloured(shown, this.isRaw ? 'text' : kind)}</pre>
      <div class="tools">${kind === 'text' ? nothing : html`<button type="button" class="button tiny" aria-pressed=${String(Boolean(this.isRaw))} title="as it came"
        @click=${() => { this.isRaw = !this.isRaw; }}>Raw</button>`}
      <button type="button" class="button tiny square" aria-label="Copy" title="Copy" @click=${() => copy(shown)}>${icon('copy')}</button>
      <button type="button" class="button tiny square" aria-label="Download" title="Download" @click=${this.download}>${icon('download')}</button></div></div>`;
  }

  download() {
    save(this.text, this.type || 'text/plain', this.name ?? 'payload');
  }
}

export function save(content, type, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = /\.\w+$/.test(name) ? name : `${name}.${/json/.test(type) ? 'json' : /xml/.test(type) ? 'xml' : 'txt'}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
customElements.define('vs-code', Code);
