import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { change, href } from '../core/route.js';
import { membersOf, withMember } from '../core/members.js';
import { asXml, example, mainType, resolved, wrong } from '../core/schema.js';
import { complain, say } from '../core/say.js';
import { asCurl, asGroovy, asJava } from '../core/calls.js';
import { bytes, many, millis, exact, ago } from '../core/format.js';
import { because, bones, choice, copy, empty, method as methodTag, statusBadge, trouble } from '../parts/bits.js';
import { icon } from '../parts/icons.js';
import { kindOf, prettyJson, save } from '../parts/code.js';
import '../parts/editor.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const HISTORY = 'vesper.explorer.history';
const MOST_HISTORY = 40;
const MOST_KEPT_BODY = 16_384;
const MOST_SHOWN = 2 << 20;
const MOST_EVENTS = 32 << 10;
const DRAW_MILLIS = 200;
const RECORD_TRIES = [120, 300, 700];
const DRAFTS = 'vesper.explorer.drafts';

/** Names of fields whose values are secret, so they must not appear in the address. */
const SECRET = /authorization|cookie|token|secret|password|key/i;

const SECRET_PARAMETER = new RegExp(`([?&][^=&]*(?:${SECRET.source})[^=&]*=)[^&]*`, 'gi');

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

const RECORDS = { tracker: '/admin/tracker/transactions', monitor: '/admin/monitor/records' };

/** All services in the server's OpenAPI document, each with a form to try it. */
class Explorer extends Part {
  static properties = { params: {}, document: { state: true }, failed: { state: true }, filter: { state: true }, body: { state: true }, extra: { state: true }, secrets: { state: true }, answer: { state: true }, isSending: { state: true }, tab: { state: true }, isForm: { state: true }, shown: { state: true }, code: { state: true } };

  #abort;

  constructor() {
    super();
    this.params = {};
    this.filter = '';
    this.extra = [];
    this.secrets = {};
    this.tab = 'answer';
    this.code = 'curl';
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#abort?.abort();
  }

  /** Called when the server is reachable again. */
  again() {
    if (api.isPassing(this.failed)) this.#load();
  }

  async #load() {
    try {
      this.failed = undefined;
      this.document = await api.get('/openapi.json');
      this.#prepare();
    } catch (e) {
      this.failed = e;
    }
  }

  willUpdate(changed) {
    if (changed.has('params') && this.document && this.params.op !== this.shown) this.#prepare();
  }

  /** Sets up the form of a service, with the values that were last entered for it in this tab. */
  #prepare() {
    this.shown = this.params.op;
    this.answer = undefined;
    this.#abort?.abort();
    this.#abort = undefined;
    this.isSending = false;
    const draft = stored(DRAFTS)[this.params.op] ?? {};
    this.extra = headersOf(this.params.h).map(([name, value]) => [name, value || new Map(draft.extra).get(name) || '']);
    this.secrets = draft.secrets ?? {};
    this.isForm = false;
    const operation = this.#operation();
    if (operation) this.body = draft.body ?? (operation.op.requestBody ? this.#exampleBody(operation) : '');
  }

  get #accept() {
    return this.params.accept ?? '';
  }

  /** Returns the media type of the body: the chosen one, or else JSON if the service accepts it. */
  #type(operation) {
    const types = Object.keys(operation.op.requestBody?.content ?? {});
    return this.params.type ?? types.find((type) => /json/.test(type)) ?? (types[0] === '*/*' ? 'application/json' : types[0]) ?? '';
  }

  /**
   * Changes the media type. An unchanged example is replaced by that of the new type; text that the user has written
   * stays.
   */
  #setType(operation, type) {
    const isOwn = this.body && this.body !== this.#exampleBody(operation);
    change({ type }, { replace: true });
    this.updateComplete.then(() => { if (!isOwn) this.#setBody(this.#exampleBody(operation)); });
  }

  #setBody(text) {
    this.body = text;
    this.#keep();
  }

  #setHeaders(extra) {
    this.extra = extra;
    change({ h: extra.filter(([name]) => name.trim()).map(([name, value]) => `${name}: ${SECRET.test(name) ? '' : value}`).join('\n') }, { replace: true });
    this.#keep();
  }

  /** Stores the body and the secret fields with the tab, not in the address: bodies may be long. */
  #keep() {
    const draft = { body: (this.body ?? '').length <= MOST_KEPT_BODY ? this.body : undefined, extra: this.extra.filter(([name]) => SECRET.test(name)), secrets: this.secrets };
    const { [this.params.op]: before, ...others } = stored(DRAFTS);
    store(DRAFTS, Object.fromEntries([...Object.entries(others).slice(1 - MOST_HISTORY), [this.params.op, draft]]));
  }

  #exampleBody(operation) {
    const content = operation.op.requestBody?.content ?? {};
    const type = this.#type(operation);
    const media = content[type] ?? Object.values(content)[0];
    const written = /json/.test(type) ? (value) => JSON.stringify(value, null, 2) : /xml/.test(type) ? (value) => asXml(value, resolved(media?.schema, this.document).xml?.name ?? 'body') : () => '';
    if (media?.example !== undefined) return typeof media.example === 'string' ? media.example : written(media.example);
    const isFree = !media?.schema || !Object.keys(media.schema).length;
    if (isFree) return operation.op.requestBody?.required ? written({}) : '';
    return written(example(media.schema, this.document));
  }

  #operations() {
    return Object.entries(this.document.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({
      id: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, op: item[method], parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])]
        .map((one) => resolved(one, this.document)), tag: item[method].tags?.[0] ?? 'other' })));
  }

  #operation() {
    return this.params.op ? this.#operations().find((one) => one.id === this.params.op) : undefined;
  }

  escape() {
    if (this.params.op) change({ op: '' });
  }

  render() {
    const operation = this.document && this.#operation();
    return html`<div class="page explorer ${operation ? 'has-chosen' : ''}"><header><h1>API Explorer</h1><div class="actions"><a class="button" href="/openapi.json" target="_blank" rel="noopener">${icon('out')} openapi.json</a></div></header>
      ${this.failed ? trouble(this.failed, () => this.#load()) : nothing}
      ${this.document ? html`<div class="sides"><section class="card list" aria-label="Services">${this.#list()}</section>
        <section class="grow detail" aria-label="Service">${operation ? this.#detail(operation) : this.#nothingChosen()}</section></div>` : this.failed ? nothing : html`<div class="card">${bones(8)}</div>`}</div>`;
  }

  #nothingChosen() {
    const history = this.#history();
    return html`<div class="card">${empty('explorer', 'Choose a service', 'Each one has a form that is made of its description. Fill it in, send it, and see what comes back; or copy the call into a terminal or into code.',
      html`<p class="small soft"><kbd>/</kbd> finds one by its path.</p>`)}</div>
      ${this.#sentBefore(history)}`;
  }

  #sentBefore(history) {
    return history.length ? html`<div class="card after sent-before"><header><h2>Sent before</h2><div class="actions"><button class="button tiny quiet" @click=${() => this.#forget(history)}>Forget</button></div></header>${this.#historyRows(history)}</div>` : nothing;
  }

  #forget(lines) {
    const gone = new Set(lines.map((line) => line.at));
    store(HISTORY, this.#history().filter((line) => !gone.has(line.at)));
    this.requestUpdate();
  }

  #list() {
    const words = this.filter.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.#operations().filter((one) => words.every((word) => `${one.id} ${one.tag} ${one.op.summary ?? ''}`.toLowerCase().includes(word)));
    const groups = Map.groupBy(found, (one) => one.tag);
    const own = new Set(['admin', 'health', 'openapi', 'metrics']);
    const names = [...groups.keys()].sort((a, b) => own.has(a) - own.has(b) || a.localeCompare(b));
    return html`<div class="filter"><input type="search" data-search placeholder="Find a service" aria-label="Find a service" .value=${this.filter} @input=${(event) => { this.filter = event.target.value; }}
        @keydown=${(event) => this.#filterKey(event, names.flatMap((name) => groups.get(name)))}></div>
      <nav aria-label="Services by package" class="operations">${names.map((name) => html`<details ?open=${!own.has(name) || Boolean(words.length) || this.params.op?.includes(` /${name}`)}><summary>${name}<span class="soft small">${groups.get(name).length}</span></summary><ul>
        ${groups.get(name).map((one) => html`<li><a href=${href('explorer', { op: one.id })} aria-current=${one.id === this.params.op ? 'true' : nothing} title=${one.op.summary ?? ''}>${methodTag(one.method)}<span class="cut">${one.path}</span></a></li>`)}</ul></details>`)}
        ${found.length ? nothing : html`<p class="soft pad">No service is like that.</p>`}</nav>`;
  }

  #filterKey(event, found) {
    if (event.key === 'Enter' && found.length) change({ op: found[0].id });
    if (event.key === 'ArrowDown') this.querySelector('.operations a')?.focus();
  }

  #detail(operation) {
    const { op, method, path } = operation;
    const words = op.description && op.description !== op.summary ? op.description : '';
    return html`<div class="card"><header class="title"><a class="button square quiet narrow-only" aria-label="All services" href=${href('explorer')}>${icon('back')}</a>
        <span class="big">${methodTag(method)}<code>${path}</code></span><span class="badge plain">${operation.tag}</span>${op.deprecated ? html`<span class="badge warn">deprecated</span>` : nothing}</header>
      <div class="body">${op.summary ? html`<p>${op.summary}</p>` : nothing}${words ? html`<p class="soft words">${words.replace(op.summary ?? '', '').replace(/^[.\s]+/, '')}</p>` : nothing}
      <form class="form" @submit=${(event) => { event.preventDefault(); this.#send(operation); }} @keydown=${(event) => { if (!event.defaultPrevented && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#send(operation); }}>
        ${operation.parameters.length ? html`<fieldset><legend>Parameters</legend>${operation.parameters.map((one) => this.#parameter(one))}</fieldset>` : nothing}
        ${op.requestBody ? this.#bodyForm(operation) : nothing}
        ${this.#headersForm(operation)}
        <div class="send"><button class="button primary" ?disabled=${this.isSending}>${icon('play')} Send</button>
          ${this.isSending ? html`<button type="button" class="button" @click=${() => this.#abort?.abort()}>Stop</button>` : html`<span class="soft small">or Ctrl + Enter</span>`}
          <span class="grow"></span><span class="tools-line"><span class="soft small">Copy as</span>${choice('Copy as', [['curl', 'curl'], ['groovy', 'Groovy'], ['java', 'Java']], '', (kind) => this.#copyAs(operation, kind))}</span></div>
      </form></div></div>
      <p class="sr" role="status">${this.#told()}</p>
      ${this.#answerCard(operation)}${this.#sentBefore(this.#history().filter((line) => line.op === operation.id))}`;
  }

  /** Returns the value of a field: the one that was entered, even if empty, or else its example. */
  #value(one) {
    const name = `${one.in}.${one.name}`;
    if (name in this.secrets) return this.secrets[name];
    if (name in this.params) return this.params[name];
    return this.#emptied.includes(name) ? '' : this.#exampleOf(one);
  }

  #exampleOf(one) {
    const schema = resolved(one.schema, this.document);
    if (one.example !== undefined) return String(one.example);
    return one.required ? String(schema.example ?? schema.default ?? '') : '';
  }

  /** Names of the fields that the user has emptied, so that their example is not sent. */
  get #emptied() {
    return (this.params.without ?? '').split(',').filter(Boolean);
  }

  /** Returns the address parameters that give a field this value. */
  #given(one, text, emptied) {
    const name = `${one.in}.${one.name}`;
    const others = emptied.filter((each) => each !== name);
    return { [name]: text, without: (text === '' && this.#exampleOf(one) ? [...others, name] : others).join(',') };
  }

  #give(one, text) {
    if (SECRET.test(one.name)) {
      const name = `${one.in}.${one.name}`;
      this.secrets = { ...this.secrets, [name]: text };
      change({ [name]: '' }, { replace: true });
      this.#keep();
    } else change(this.#given(one, text, this.#emptied), { replace: true });
  }

  #parameter(one) {
    const schema = resolved(one.schema, this.document);
    const id = `in-${one.in}-${one.name}`;
    const value = this.#value(one);
    const set = (text) => this.#give(one, text);
    const options = schema.enum ?? (mainType(schema) === 'boolean' ? [true, false] : null);
    const standard = schema.default !== undefined && schema.default !== '' ? String(schema.default) : '';
    const bounds = [schema.minimum > -2e9 ? `from ${schema.minimum}` : '', schema.maximum < 2e9 ? `to ${schema.maximum}` : ''].filter(Boolean).join(' ');
    return html`<div class="row"><label for=${id}><code>${one.name}</code>${one.required ? html`<span class="bad" title="has to be there"> *</span>` : nothing}<span class="soft small kind"> ${one.in}</span></label>
      <div>${options ? html`<select id=${id} .value=${live(value)} @change=${(event) => set(event.target.value)}><option value="">${standard ? `${standard} (default)` : 'not sent'}</option>${options.map((each) =>
        html`<option value=${String(each)} ?selected=${String(each) === value}>${String(each)}</option>`)}</select>`
      : html`<input id=${id} type="text" inputmode=${/integer|number/.test(mainType(schema)) ? 'decimal' : nothing} .value=${live(value)} ?required=${one.required && one.in === 'path'} placeholder=${standard ? `${standard} (default)` : mainType(schema) ?? ''}
        spellcheck="false" autocomplete="off" @input=${(event) => set(event.target.value)}>`}
      ${one.description || bounds ? html`<span class="hint">${[one.description, bounds].filter(Boolean).join('; ')}</span>` : nothing}</div></div>`;
  }

  #bodyForm(operation) {
    const content = operation.op.requestBody.content ?? {};
    const described = Object.keys(content);
    const types = described.includes('*/*') ? ['application/json', 'application/xml', 'text/plain'] : described;
    const schema = this.#bodySchema(operation);
    const names = Object.keys(schema.properties ?? {});
    const type = this.#type(operation);
    const isJson = /json/.test(type);
    return html`<fieldset><legend>Body${operation.op.requestBody.required ? html`<span class="bad"> *</span>` : nothing}</legend>
      <div class="tools-line"><select aria-label="Content-Type" .value=${live(type)} @change=${(event) => this.#setType(operation, event.target.value)}>${types.map((each) =>
        html`<option ?selected=${each === type}>${each}</option>`)}</select>
        ${isJson && names.length ? choice('How the body is given', [['text', 'Text'], ['form', 'Form']], this.isForm ? 'form' : 'text', (kind) => { this.isForm = kind === 'form'; }) : nothing}
        <span class="grow"></span>${isJson ? html`<button type="button" class="button tiny quiet" @click=${() => { this.#setBody(prettyJson(this.body ?? '')); }}>Indent</button>` : nothing}
        ${names.length ? html`<button type="button" class="button tiny quiet" @click=${() => this.#setBody(this.#exampleBody(operation))}>Example</button>` : nothing}</div>
      ${operation.op.requestBody.description ? html`<span class="hint">${operation.op.requestBody.description}</span>` : nothing}
      ${this.isForm && isJson ? this.#fields(schema) : html`<vs-editor .value=${this.body ?? ''} .language=${isJson ? 'json' : /xml/.test(type) ? 'xml' : 'text'} .label=${'Body'}
        .check=${isJson && names.length ? (value) => wrong(value, schema, this.document) : undefined} @change=${(event) => this.#setBody(event.detail)} @send=${() => this.#send(operation)}></vs-editor>`}</fieldset>`;
  }

  #bodySchema(operation) {
    const content = operation.op.requestBody?.content ?? {};
    return resolved((content[this.#type(operation)] ?? Object.values(content)[0])?.schema, this.document);
  }

  /** Renders an input for each member of the body. Members that are objects are entered as JSON. */
  #fields(schema) {
    const text = this.body?.trim() ? this.body : '{}';
    let value;
    try {
      value = JSON.parse(text);
    } catch (e) {
      return html`<p class="wrong">This text is no JSON: ${e.message}</p>`;
    }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return html`<p class="wrong">This text is no object, so it has no fields.</p>`;
    const written = new Map(membersOf(text).map((one) => [one.name, text.slice(one.from, one.to)]));
    return html`${Object.entries(schema.properties ?? {}).map(([name, given]) => {
      const one = resolved(given, this.document);
      return html`<div class="row"><label for="body-${name}"><code>${name}</code>${schema.required?.includes(name) ? html`<span class="bad"> *</span>` : nothing}</label><div>
        ${this.#field(`body-${name}`, one, value[name], written.get(name), (next) => this.#setBody(withMember(text, name, next)))}
        ${one.description ? html`<span class="hint">${one.description}</span>` : nothing}</div></div>`;
    })}`;
  }

  /**
   * Renders the input of one member. `set` takes JSON text, so numbers stay as written, or undefined to remove the
   * member.
   */
  #field(id, schema, now, written, set) {
    const type = mainType(schema);
    if (schema.enum) {
      return html`<select id=${id} @change=${({ target }) => set(target.value === '' ? undefined : JSON.stringify(schema.enum[target.value]))}><option value="">not sent</option>${schema.enum.map((each, i) =>
        html`<option value=${i} ?selected=${each === now}>${each}</option>`)}</select>`;
    }
    if (type === 'boolean') return html`<label class="check"><input id=${id} type="checkbox" .checked=${live(now === true)} @change=${({ target }) => set(String(target.checked))}>${now === true ? 'true' : 'false'}</label>`;
    if (type === 'string') return html`<input id=${id} type="text" .value=${live(String(now ?? ''))} @input=${({ target }) => set(JSON.stringify(target.value))}>`;
    const isNumber = /integer|number/.test(type);
    const take = ({ target }) => {
      const next = target.value.trim();
      const problem = next === '' ? '' : isNumber ? (NUMBER.test(next) ? '' : 'This is no number') : wrongJson(next);
      target.setCustomValidity(problem);
      if (problem) target.reportValidity();
      else set(next === '' ? undefined : next);
    };
    return isNumber ? html`<input id=${id} type="text" inputmode="decimal" .value=${now === null ? '' : written ?? ''} @change=${take}>`
      : html`<textarea id=${id} rows="3" .value=${written ?? ''} @change=${take}></textarea>`;
  }

  #headersForm(operation) {
    const produced = [...new Set(Object.values(operation.op.responses ?? {}).flatMap((one) => Object.keys(resolved(one, this.document).content ?? {})))].filter((type) => type !== '*/*' && !/problem/.test(type));
    return html`<fieldset><legend>Headers</legend><div class="row"><label for="accept"><code>Accept</code></label><div><select id="accept" .value=${live(this.#accept)} @change=${(event) => change({ accept: event.target.value }, { replace: true })}><option value="">anything</option>
        ${[...new Set([...produced, 'application/json', 'application/xml'])].map((type) => html`<option ?selected=${type === this.#accept}>${type}</option>`)}</select></div></div>
      ${this.extra.map((one, i) => html`<div class="row"><input type="text" aria-label="Header name" placeholder="Name" .value=${live(one[0])} @input=${(event) => this.#setExtra(i, 0, event.target.value)}>
        <div class="tools-line"><input type="text" aria-label="Header value" placeholder="Value" .value=${live(one[1])} @input=${(event) => this.#setExtra(i, 1, event.target.value)}>
        <button type="button" class="button square quiet" aria-label="Leave this header out" @click=${() => this.#setHeaders(this.extra.filter((_, at) => at !== i))}>${icon('close')}</button></div></div>`)}
      <div><button type="button" class="button tiny quiet" @click=${() => { this.extra = [...this.extra, ['', '']]; }}>${icon('plus')} Header</button></div></fieldset>`;
  }

  #setExtra(index, place, text) {
    this.#setHeaders(this.extra.map((one, i) => (i === index ? (place ? [one[0], text] : [text, one[1]]) : one)));
  }

  /** Returns the request to send. */
  #call(operation) {
    let path = operation.path;
    const query = new URLSearchParams();
    const headers = [];
    for (const one of operation.parameters) {
      const value = this.#value(one);
      if (one.in === 'path') path = path.replace(`{${one.name}}`, encodeURIComponent(value));
      else if (value !== '' && one.in === 'query') query.append(one.name, value);
      else if (value !== '' && one.in === 'header') headers.push([one.name, value]);
    }
    if (this.#accept) headers.push(['Accept', this.#accept]);
    const body = operation.op.requestBody && this.body ? this.body : undefined;
    if (body) headers.push(['Content-Type', this.#type(operation)]);
    headers.push(...this.extra.filter(([name]) => name.trim()));
    const text = query.toString();
    return { method: operation.method, path: path + (text ? `?${text}` : ''), headers, body };
  }

  #copyAs(operation, kind) {
    const call = this.#call(operation);
    const whole = { ...call, url: location.origin + call.path };
    copy({ curl: asCurl, groovy: asGroovy, java: asJava }[kind](whole), `Copied as ${kind}`);
  }

  async #send(operation) {
    if (!this.querySelector('form').reportValidity()) return;
    const call = this.#call(operation);
    const asked = this.#asked(operation, call);
    const trace = hex(16);
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.isSending = true;
    this.answer = undefined;
    const began = performance.now();
    try {
      const answer = await fetch(call.path, { method: call.method, body: call.body, signal: abort.signal, cache: 'no-store',
        headers: [['traceparent', `00-${trace}-${hex(8)}-01`], ...(this.#accept ? [] : [['Accept', '*/*']]), ...Object.entries(await api.writingHeaders(call.method, call.path)), ...call.headers] });
      const shown = { status: answer.status, headers: [...answer.headers], type: answer.headers.get('content-type') ?? '', trace, path: call.path, method: call.method, waited: performance.now() - began };
      await this.#read(answer, shown, abort.signal);
      abort.signal.throwIfAborted();
      shown.took = performance.now() - began;
      this.answer = shown;
      this.#remember(asked, shown);
      this.#findRecord(shown);
    } catch (e) {
      if (this.#abort !== abort) return;
      if (this.answer) this.answer = { ...this.answer, isOver: true, why: e.name === 'AbortError' ? undefined : e.message };
      else if (e.name !== 'AbortError') this.answer = { failed: new api.Refused(0, { detail: `There was no answer: ${e.message}` }, call.path) };
    } finally {
      if (this.#abort === abort) this.isSending = false;
    }
  }

  /** Reads the response. A stream of events is shown as it arrives. */
  async #read(answer, shown, signal) {
    if (/event-stream|ndjson|jsonl/.test(shown.type)) {
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      shown.text = '';
      shown.isStream = true;
      signal.throwIfAborted();
      this.answer = { ...shown };
      let drawn = 0;
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        shown.text = newest(shown.text + piece.value);
        shown.size = (shown.size ?? 0) + piece.value.length;
        clearTimeout(drawn);
        if (!this.answer || performance.now() - (shown.drawnAt ?? 0) > DRAW_MILLIS) this.#drawStream(shown);
        else drawn = setTimeout(() => this.#drawStream(shown), DRAW_MILLIS);
      }
      clearTimeout(drawn);
      shown.isOver = true;
      return;
    }
    const content = await answer.blob();
    shown.size = content.size;
    const isText = !shown.type || /json|xml|text|javascript|yaml|csv|urlencoded/.test(shown.type);
    if (isText && content.size <= MOST_SHOWN) shown.text = await content.text();
    else shown.blob = content;
  }

  #drawStream(shown) {
    shown.drawnAt = performance.now();
    if (this.answer?.trace === shown.trace && !this.answer.isOver) this.answer = { ...shown };
  }

  /**
   * Finds the record of a call. Tracker or Monitor have it shortly after the response, if they are on and a rule
   * selects it.
   */
  async #findRecord(answer) {
    const status = await api.get('/admin/status').catch(() => undefined);
    if (!status) return;
    const kinds = ['tracker', 'monitor'].filter((kind) => status[kind].on);
    for (const wait of kinds.length ? RECORD_TRIES : []) {
      await new Promise((done) => setTimeout(done, wait));
      if (this.answer !== answer || !this.isConnected) return;
      for (const kind of kinds) {
        const found = await api.get(api.at(RECORDS[kind], { q: `trace:${answer.trace}`, limit: 1 })).catch(() => null);
        if (found?.items?.length) {
          this.answer = { ...answer, record: { kind, id: found.items[0].id } };
          return;
        }
      }
    }
    if (this.answer === answer) this.answer = { ...answer, unrecorded: status.tracker.on ? 'no rule of Tracker and Monitor wants it' : 'Tracker is off', canBe: !status.tracker.on && answer.path.startsWith('/api/') };
  }

  /** Switches the Tracker on and sends the request again, so that it gets a record. */
  async #trackAndSend(operation) {
    try {
      await api.send('PUT', '/admin/tracker/enabled', true);
      const { tracker } = await api.get('/admin/status');
      if (tracker.on) await this.#send(operation);
      else say(`The Tracker stays off: ${because(tracker)}`, { bad: true });
    } catch (e) {
      complain(e);
    }
  }

  /** Returns a short status for screen readers, which would otherwise read the whole response. */
  #told() {
    const { answer } = this;
    if (!answer || answer.failed) return this.isSending ? 'Sent' : '';
    return answer.isStream ? (answer.isOver ? 'The stream has ended' : 'A stream of events has begun') : `Answered with ${answer.status}, ${bytes(answer.size)}`;
  }

  #answerCard(operation) {
    const { answer } = this;
    if (!answer) return this.isSending ? html`<div class="card after">${bones(3)}</div>` : this.#responses(operation);
    if (answer.failed) return html`<div class="after">${trouble(answer.failed)}</div>`;
    const link = answer.record && href(answer.record.kind, { id: answer.record.id });
    return html`<div class="card after answer" role="region" aria-label="Answer"><header>${statusBadge(answer.status)}<span class="soft number">${millis(answer.took ?? answer.waited)}</span><span class="soft number">${bytes(answer.size)}</span>
        <code class="soft cut">${answer.type}</code><div class="actions">${link ? html`<a class="button tiny" href=${link}>${icon(answer.record.kind)} ${answer.record.kind === 'tracker' ? 'Transaction' : 'Record'}</a>` : nothing}
        ${choice('What is shown', [['answer', 'Body'], ['headers', many(answer.headers.length, 'header')]], this.tab, (tab) => { this.tab = tab; })}</div></header>
      ${answer.unrecorded ? html`<div class="pad"><div class="note" role="status">${icon('info')}<p class="grow">Not recorded: ${answer.unrecorded}.</p>${answer.canBe ? html`<button type="button" class="button tiny" @click=${() => this.#trackAndSend(operation)}>Switch on and send again</button>` : nothing}</div></div>` : nothing}
      <div class="body">${this.tab === 'headers' ? html`<dl class="facts mono">${answer.headers.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
      : answer.blob ? html`<p>${bytes(answer.size)} of <code>${answer.type}</code>, which is not shown here. <button type="button" class="button tiny" @click=${() => save(answer.blob, answer.type, 'answer')}>${icon('download')} Download</button></p>`
      : answer.text ? html`<vs-code .text=${answer.text} .type=${kindOf(answer.text, answer.type) === 'text' ? 'text/plain' : answer.type} .label=${'Body of the answer'} .name=${'answer'}></vs-code>`
      : html`<p class="soft">${answer.isStream && !answer.isOver ? 'Waiting for the first event…' : 'The answer has no content.'}</p>`}
      ${answer.isStream ? html`<p class="soft small">${answer.why ? `The stream broke off: ${answer.why}.` : answer.isOver ? 'The stream has ended.' : 'The stream goes on; Stop ends it.'}</p>` : nothing}</div></div>`;
  }

  #responses(operation) {
    const all = Object.entries(operation.op.responses ?? {});
    return all.length ? html`<details class="card after"><summary class="pad"><h2>What may be answered</h2></summary><table class="plain"><tbody>${all.map(([status, given]) => {
      const one = resolved(given, this.document);
      return html`<tr><td>${statusBadge(Number(status))}</td><td>${one.description}</td><td class="soft mono small">${Object.keys(one.content ?? {}).join(', ')}</td></tr>`;
    })}</tbody></table></details>` : nothing;
  }

  #history() {
    const lines = stored(HISTORY);
    return Array.isArray(lines) ? lines : [];
  }

  /**
   * Returns a history entry with the value of each field, including examples: the service's description may have
   * changed when the user sends it again.
   */
  #asked(operation, call) {
    let params = { ...this.params };
    for (const one of operation.parameters) if (!SECRET.test(one.name)) params = { ...params, ...this.#given(one, this.#value(one), (params.without ?? '').split(',').filter(Boolean)) };
    const isKept = (call.body ?? '').length <= MOST_KEPT_BODY;
    return { op: operation.id, path: call.path, method: call.method, params, extra: this.extra, secrets: this.secrets, headers: call.headers, body: isKept ? call.body : undefined, isCut: !isKept };
  }

  /** Adds a request to the history, which lasts only as long as the tab, because requests may contain secrets. */
  #remember(asked, answer) {
    store(HISTORY, [{ ...asked, at: new Date().toISOString(), status: answer.status, took: answer.took }, ...this.#history()].slice(0, MOST_HISTORY));
  }

  #historyRows(history) {
    return html`<div class="scroll-x" tabindex="0" role="region" aria-label="Sent before"><table class="plain"><tbody>${history.map((line) => html`<tr class="pick" @click=${() => this.#again(line)}><td>${methodTag(line.method)}<button type="button" class="as-link mono" @click=${(event) => { event.stopPropagation(); this.#again(line); }}>${line.path.replace(SECRET_PARAMETER, '$1…')}</button>
      ${line.headers?.length ? html`<span class="block small soft mono">${line.headers.map(([name, value]) => `${name}: ${SECRET.test(name) ? '…' : value}`).join(', ')}</span>` : nothing}</td><td>${statusBadge(line.status)}</td>
      <td class="right soft">${millis(line.took)}</td><td class="right soft" title=${exact(line.at)}>${ago(line.at)}</td></tr>`)}</tbody></table></div>`;
  }

  /** Fills the form with an earlier request, field by field. */
  #again(line) {
    const others = Object.fromEntries(Object.keys(this.params).map((name) => [name, '']));
    change({ ...others, ...line.params });
    this.updateComplete.then(() => {
      this.extra = line.extra;
      this.secrets = line.secrets ?? {};
      this.#setBody(line.body ?? '');
      if (line.isCut) say('Its body was too long to be kept; give it anew before it is sent', { bad: true });
      scrollTo({ top: 0 });
    });
  }
}

/** Parses the headers in the address, one on each line. */
const headersOf = (text) => (text ?? '').split('\n').filter(Boolean).map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1).trim()]);

function stored(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function wrongJson(text) {
  try {
    JSON.parse(text);
    return '';
  } catch (e) {
    return e.message;
  }
}

const store = (name, value) => sessionStorage.setItem(name, JSON.stringify(value));

/** Returns the end of a long stream, from the start of a line. */
function newest(text) {
  return text.length <= MOST_EVENTS ? text : text.slice(text.indexOf('\n', text.length - MOST_EVENTS / 2) + 1);
}

function hex(size) {
  return [...crypto.getRandomValues(new Uint8Array(size))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
customElements.define('vs-explorer', Explorer);
