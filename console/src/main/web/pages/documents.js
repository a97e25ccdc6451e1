import { html, nothing } from 'lit';
import { Part } from '../core/part.js';
import * as api from '../core/api.js';
import { isPassing } from '../core/api.js';
import { change, go, href } from '../core/route.js';
import { Live } from '../core/live.js';
import { Poll } from '../core/poll.js';
import { complain, say } from '../core/say.js';
import { wrong } from '../core/schema.js';
import { exactly, textOf } from '../core/digits.js';
import { bytes, count, many, millis, ago, exact } from '../core/format.js';
import { bones, choice, closing, command, empty, stateBadge, time, trouble } from '../parts/bits.js';
import { ask, confirm } from '../parts/dialog.js';
import { sideBySide } from '../parts/diff.js';
import { icon } from '../parts/icons.js';
import { prettyJson, coloured, save as download } from '../parts/code.js';
import '../parts/editor.js';
import '../parts/grid.js';
import '../parts/query.js';

const PAGE = 100;
const MOST_FIELDS = 4;
const GATHER_MILLIS = 400;
const MOST_MISSED = 1000;
const COUNT_MILLIS = 3000;
const LEAVING = { title: 'Leave what you have changed?', words: 'It is not saved.', action: 'Leave it', danger: true };
const GONE = new Set(['DELETED', 'EXPIRED']);
const OWN_FIELDS = [{ name: '_id', says: 'the whole id, or its beginning with *' }, { name: '_version', says: '>1' }, { name: '_time', says: '>=now-1h' }];

/** Collections of documents: search, read, edit, and live updates as documents change. */
class Documents extends Part {
  static properties = { params: {}, collections: { state: true }, failed: { state: true }, rows: { state: true }, next: { state: true }, total: { state: true }, listFailed: { state: true }, isLoading: { state: true },
    template: { state: true }, doc: { state: true }, docFailed: { state: true }, conflict: { state: true }, missed: { state: true }, versions: { state: true }, other: { state: true }, isDirty: { state: true } };

  #asked = '';
  #opened = '';
  #abort;
  #opening;
  #isStale = false;
  #isGathering = false;
  #missed = new Set();

  constructor() {
    super();
    this.params = {};
    this.rows = [];
    this.missed = 0;
    this.feed = new Live(this, 'change', (one) => this.#changed(one), (isOpen, wasOpen) => { if (isOpen && wasOpen) this.#catchUp(); });
    this.poll = new Poll(this, COUNT_MILLIS, () => this.#readCollections());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#abort?.abort();
    this.#opening?.abort();
  }

  async #readCollections() {
    try {
      this.collections = (await api.get('/admin/documents')).items;
      this.failed = undefined;
    } catch (e) {
      if (!this.collections) this.failed = e;
      return;
    }
    this.#take();
  }

  willUpdate(changed) {
    if (changed.has('params') && this.collections) this.#take();
  }

  get #collection() {
    return this.collections?.find((one) => one.name === this.params.collection);
  }

  /** Reads what the address names and the page does not show yet. */
  #take() {
    const { collection, q, sort, id, version } = this.params;
    if (!collection && this.collections.length === 1) return change({ collection: this.collections[0].name }, { replace: true });
    const list = JSON.stringify([collection, q, sort, this.#collection?.path]);
    if (list !== this.#asked) {
      const isOther = JSON.parse(this.#asked || '[]')[0] !== collection;
      this.#asked = list;
      if (isOther) {
        this.rows = [];
        this.template = undefined;
        this.#readTemplate();
      }
      this.feed.follow(this.#collection ? `${this.#collection.path}/changes` : '');
      this.#list();
    }
    const opened = JSON.stringify([collection, id, version, this.params.view, this.params.from, this.#collection?.path]);
    if (opened !== this.#opened) {
      this.#opened = opened;
      this.#open();
    }
  }

  async #readTemplate() {
    const collection = this.#collection;
    if (!collection) return;
    this.template = await api.get(`${collection.path}/template`).catch(() => undefined);
  }

  async #list({ quietly = false } = {}) {
    const collection = this.#collection;
    this.#abort?.abort();
    if (!collection) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.isLoading = !quietly;
    this.#missed = new Set();
    this.missed = 0;
    try {
      const { q, sort } = this.params;
      const page = await this.#page({ q, sort, limit: PAGE, count: true }, abort.signal);
      this.rows = page.items;
      this.next = page.next;
      this.total = page.total;
      this.listFailed = undefined;
    } catch (e) {
      if (e.name === 'AbortError') return;
      this.listFailed = e;
      if (!quietly) this.rows = [];
    } finally {
      if (this.#abort === abort) this.isLoading = false;
    }
  }

  async #page(asked, signal) {
    const answer = await api.raw('GET', api.at(this.#collection.path, asked), { signal });
    return exactly(await answer.text());
  }

  async #more() {
    if (!this.next || this.isLoading) return;
    const { signal } = this.#abort;
    this.isLoading = true;
    try {
      const { q, sort } = this.params;
      const page = await this.#page({ q, sort, limit: PAGE, cursor: this.next }, signal);
      this.rows = [...this.rows, ...page.items];
      this.next = page.next;
    } catch (e) {
      if (e.name !== 'AbortError') this.listFailed = e;
    } finally {
      if (!signal.aborted) this.isLoading = false;
    }
  }

  /**
   * Handles a change from the feed: updates the list, and the open document or its notice that a newer version exists.
   */
  #changed(one) {
    if (this.doc && one.id === this.params.id && one.version !== this.doc.version && !this.params.version) this.#changedMeanwhile(one);
    this.#takeChange(one);
  }

  /** Reads the list and the open document again after a gap in the feed, in which changes may have been missed. */
  async #catchUp() {
    this.#isStale = true;
    this.#gather();
    const { doc } = this;
    if (!doc || doc.isNew || this.params.version) return;
    const now = await this.#read(doc.id).catch(() => undefined);
    if (now && this.doc === doc && now.version !== doc.version) this.#changedMeanwhile(now);
  }

  /**
   * Updates the list for a change. If it holds only the first page, the page is read again shortly after. If the user
   * has loaded further rows, their position stays: a changed row is replaced in place, and changes that would move rows
   * are counted until the user asks to see them.
   */
  #takeChange(one) {
    if (this.rows.length <= PAGE) {
      this.#isStale = true;
      this.#gather();
      return;
    }
    const at = this.rows.findIndex((row) => row._id === one.id);
    if (at >= 0 && !GONE.has(one.action)) this.rows = this.rows.with(at, asRow(one));
    else if (this.#missed.size < MOST_MISSED) this.missed = this.#missed.add(one.id).size;
  }

  /** Reads the first page until changes stop. A change during one read is covered by the next. */
  async #gather() {
    if (this.#isGathering) return;
    this.#isGathering = true;
    while (this.#isStale && this.isConnected) {
      await new Promise((done) => setTimeout(done, GATHER_MILLIS));
      this.#isStale = false;
      if (this.isConnected && this.rows.length <= PAGE && !this.isLoading) await this.#list({ quietly: true });
    }
    this.#isGathering = false;
  }

  #showMissed() {
    this.querySelector('vs-grid').toTop();
    this.#list({ quietly: true });
  }

  #changedMeanwhile(one) {
    if (this.doc.isSaving) return;
    if (GONE.has(one.action)) this.doc = { ...this.doc, isGone: true };
    else if (!this.isDirty) this.#open();
    else this.doc = { ...this.doc, newest: one.version };
  }

  async #open() {
    const { id, version, view } = this.params;
    const collection = this.#collection;
    this.#opening?.abort();
    this.docFailed = undefined;
    this.conflict = undefined;
    this.isDirty = false;
    this.other = undefined;
    if (!id || !collection) {
      this.doc = undefined;
      return;
    }
    if (this.doc?.id !== id || this.doc.collection !== collection.name) this.doc = undefined;
    if (id === NEW) {
      const text = this.template?.example === undefined ? '{\n  \n}' : JSON.stringify(this.template.example, null, 2);
      this.doc = { id, collection: collection.name, isNew: true, text, version: 0 };
      return;
    }
    const { signal } = this.#opening = new AbortController();
    try {
      const [one, versions] = await Promise.all([this.#read(id, version, signal), api.get(`${this.#path(id)}/versions?limit=100`, { signal }).catch(() => ({ items: [] }))]);
      signal.throwIfAborted();
      this.versions = versions.items;
      this.doc = one;
      if (view === 'versions') await this.#compare(signal);
    } catch (e) {
      if (signal.aborted) return;
      this.doc = undefined;
      this.docFailed = e;
    }
    await this.updateComplete;
    if (!this.querySelector('.whole')?.contains(document.activeElement)) this.querySelector('.whole')?.focus({ preventScroll: true });
  }

  #path(id) {
    return `${this.#collection.path}/${api.part(id)}`;
  }

  async #read(id, version, signal) {
    const { collection } = this.params;
    const answer = await api.raw('GET', api.at(this.#path(id), { version }), { signal });
    const text = await answer.text();
    return { id, collection, raw: text, text: prettyJson(text), version: Number((answer.headers.get('etag') ?? '').replace(/\D/g, '')), at: answer.headers.get('last-modified') };
  }

  /** Compares the chosen version with the one before it, or with another chosen one. */
  async #compare(signal) {
    const known = this.versions.map((one) => one.version);
    const to = Number(this.params.version) || this.doc.version;
    const from = Number(this.params.from) || known.filter((version) => version < to)[0];
    if (!from) return;
    try {
      const [before, after] = await Promise.all([this.#read(this.params.id, from, signal), this.#read(this.params.id, to, signal)]);
      this.other = { from, to, before: before.text, after: after.text };
    } catch (e) {
      if (!signal.aborted) this.other = { failed: e };
    }
  }

  /** Called on Ctrl+S, regardless of the focus. Returns false if there is nothing to save. */
  save() {
    if (!this.isDirty) return false;
    this.#save();
    return true;
  }

  /** Called when the server is reachable again. Repeats what has failed. */
  again() {
    if (isPassing(this.listFailed)) this.#list();
    if (isPassing(this.docFailed)) this.#open();
  }

  escape() {
    if (this.params.id) this.#close();
  }

  /** Returns whether the address may change: true, or a promise of the user's answer if there are unsaved changes. */
  leave({ page, params }) {
    const isHere = page === 'documents' && ['collection', 'id', 'version', 'view'].every((name) => (params[name] ?? '') === (this.params[name] ?? ''));
    return isHere || !this.isDirty ? true : this.#mayLeave();
  }

  async #mayLeave() {
    const may = await confirm(LEAVING);
    if (may) this.isDirty = false;
    return may;
  }

  #close() {
    change({ id: '', version: '', view: '', from: '' });
  }

  render() {
    if (this.failed) return html`<div class="page"><header><h1>Documents</h1></header>${trouble(this.failed, () => { this.failed = undefined; this.poll.now(); })}</div>`;
    const collection = this.#collection;
    return html`<div class="page full"><header><h1>Documents</h1>${collection ? html`<span class="badge plain">${collection.storage}</span>${this.feed.isOpen ? html`<span class="badge good" title="changes are shown as they happen">live</span>` : nothing}` : nothing}
      <div class="actions">${collection ? html`<button class="button primary" @click=${() => change({ id: NEW, version: '', view: '' })}>${icon('plus')} Document</button>` : nothing}</div></header>
      ${this.collections && !this.collections.length ? html`<div class="card">${empty('documents', 'No collections yet', 'A line in a package’s package.properties makes a collection of JSON documents with versions, a history and searches.', command("mkdir -p packages/notes && echo 'documents.notes = durable' > packages/notes/package.properties"))}</div>`
      : html`<div class="docs ${this.params.id ? 'is-open' : ''} ${collection ? 'has-collection' : ''}"><nav class="card collections" aria-label="Collections">${this.collections ? this.#collectionList() : bones(4)}</nav>
        ${collection ? html`<section class="found card" aria-label="Documents of ${collection.name}">${this.#search(collection)}</section>` : html`<section class="card found choose">${empty('documents', 'Choose a collection', 'Its documents, their versions and its changes are shown beside it.')}</section>`}
        ${this.params.id && collection ? html`<section class="whole card" tabindex="-1" aria-label="Document">${this.#document(collection)}</section>` : nothing}</div>`}</div>`;
  }

  #collectionList() {
    return html`<ul>${this.collections.map((one) => html`<li><a href=${href('documents', { collection: one.name })} aria-current=${one.name === this.params.collection ? 'true' : nothing}><strong class="cut">${one.name}</strong><b class="number" title=${many(one.documents, 'document')}>${count(one.documents)}</b>
      <span class="soft small cut">${[one.storage, one.bytes === undefined ? '' : bytes(one.bytes), one.package].filter(Boolean).join(' · ')}</span>${one.indexLagMillis > 2000 ? html`<span class="warn small">index ${millis(one.indexLagMillis)} behind</span>` : nothing}</a></li>`)}</ul>`;
  }

  #search(collection) {
    const columns = this.#columns();
    const isEmpty = !this.rows.length && !this.isLoading && !this.listFailed;
    return html`<div class="doc-search"><vs-query .value=${this.params.q ?? ''} .fields=${this.#fields()} .refusal=${this.listFailed} .label=${`Search ${collection.name}`} .hint=${'words, field:value, field:>40 …'} @search=${({ detail }) => change({ q: detail })}></vs-query></div>
      ${this.listFailed && !this.listFailed.errors?.some((one) => one.pointer === 'q') ? html`<div class="pad">${trouble(this.listFailed, () => this.#list())}</div>` : nothing}
      ${isEmpty ? (this.params.q ? empty('search', 'No results', 'No document fits the search. What was written in the last second may not be found yet.') : empty('documents', 'No documents yet', `The first one makes itself at home here as soon as it is written.`,
        html`${command(`curl -X PUT -H 'Content-Type: application/json' -d '{}' ${location.origin}${collection.path}/first`)}`))
      : html`<vs-grid class="grow" .columns=${columns} .rows=${this.rows} .key=${(row) => row._id} .chosen=${this.params.id} .hasMore=${Boolean(this.next)} .isLoading=${this.isLoading} .label=${`Documents of ${collection.name}`} .sorted=${this.params.sort}
        .foot=${html`${this.missed ? html`<button class="button tiny missed" @click=${() => this.#showMissed()}>${many(this.missed, 'change')}${this.missed < MOST_MISSED ? '' : ' or more'}, show</button> ` : nothing}${this.total === undefined ? many(this.rows.length, 'document') : many(this.total, 'document')}${this.params.sort ? `, by ${this.params.sort.replace('-', '')}` : ', by id'}`}
        @open=${({ detail }) => this.#choose(detail._id)} @more=${() => this.#more()} @sort=${({ detail }) => change({ sort: this.params.sort === `-${detail}` ? detail : this.params.sort === detail ? '' : `-${detail}` })}></vs-grid>`}`;
  }

  #choose(id) {
    change({ id, version: '', view: '', from: '' });
  }

  /** Returns the simple fields of the first 50 documents, the most frequent first. */
  #names() {
    const counts = new Map();
    for (const row of this.rows.slice(0, 50)) for (const [name, value] of Object.entries(row)) if (!name.startsWith('_') && isSimple(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  }

  #columns() {
    const names = this.#names().slice(0, MOST_FIELDS);
    return [{ name: 'Id', width: 'minmax(110px, 1.2fr)', sort: '_id', cell: (row) => html`<code title=${row._id}>${row._id}</code>` },
      ...names.map((name, i) => ({ name, width: 'minmax(70px, 1fr)', sort: name, from: [0, 420, 560, 700][i], cell: (row) => shown(row[name]) })),
      ...(names.length ? [] : [{ name: 'Value', width: 'minmax(90px, 2fr)', cell: (row) => html`<code>${JSON.stringify('_value' in row ? row._value : Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_'))))}</code>` }]),
      { name: 'Version', width: '66px', sort: '_version', right: true, from: 340, cell: (row) => row._version },
      { name: 'Changed', width: '92px', sort: '_time', right: true, from: 440, cell: (row) => html`<time datetime=${row._time} title=${exact(row._time)}>${ago(row._time)}</time>` }];
  }

  #fields() {
    return [...this.#names().map((name) => ({ name, values: [...new Set(this.rows.slice(0, 100).map((row) => row[name]).filter((value) => value !== null && value !== undefined))].slice(0, 20).map((value) => ({ value: textOf(value) })) })), ...OWN_FIELDS];
  }

  #document(collection) {
    const { doc } = this;
    const close = closing(() => this.#close());
    if (this.docFailed) return html`<header><h2 class="grow cut"><code>${this.params.id}</code></h2><div class="actions">${close}</div></header><div class="pad">${trouble(this.docFailed)}</div>`;
    if (!doc) return html`<header><h2 class="grow cut"><code>${this.params.id}</code></h2></header>${bones(5)}`;
    const isOld = Boolean(this.params.version) && this.params.view !== 'versions';
    const view = this.params.view ?? '';
    return html`<header><h2 class="grow cut">${doc.isNew ? 'A new document' : html`<code>${doc.id}</code>`}</h2>${doc.isNew ? nothing : html`<span class="badge plain">version ${doc.version}</span>`}
        <div class="actions">${doc.isNew ? nothing : html`<button class="button tiny square quiet" aria-label="Download" title="Download" @click=${() => download(doc.raw, 'application/json', doc.id)}>${icon('download')}</button>
        <button class="button tiny square quiet" aria-label="Delete the document" title="Delete" @click=${() => this.#delete(doc)}>${icon('trash')}</button>`}${close}</div></header>
      ${doc.isNew ? nothing : html`<div class="pad-top"><nav class="tabs" aria-label="Document"><a href=${href('documents', { ...this.params, view: '', version: '', from: '' })} aria-current=${view ? nothing : 'page'}>Document</a>
        <a href=${href('documents', { ...this.params, view: 'versions' })} aria-current=${view ? 'page' : nothing}>Versions${this.versions?.length ? ` (${this.versions.length})` : ''}</a></nav></div>`}
      <div class="inside">${view === 'versions' ? this.#history(doc) : html`
        ${isOld ? html`<div class="note">${icon('history')}<p class="grow">This is version ${doc.version}, not the newest.</p><a class="button tiny" href=${href('documents', { ...this.params, version: '' })}>Newest</a></div>` : nothing}
        ${doc.isGone ? html`<div class="note warn">${icon('warn')}<p>It was deleted meanwhile. Saving makes it again.</p></div>` : nothing}
        ${doc.newest && !this.conflict ? html`<div class="note warn" role="status">${icon('warn')}<p class="grow">Somebody has made version ${doc.newest} of it meanwhile.</p><button class="button tiny" @click=${() => this.#showConflict()}>Compare</button></div>` : nothing}
        ${this.conflict ? this.#conflictCard() : nothing}
        ${doc.isNew ? html`<div class="form"><div class="row"><label for="new-id">Id</label><div><input id="new-id" type="text" spellcheck="false" autocomplete="off" placeholder="the server makes one" .value=${doc.newId ?? ''} @input=${(event) => { doc.newId = event.target.value; }}></div></div></div>` : nothing}
        <vs-editor class="document" .value=${doc.text} .language=${'json'} .label=${'The document as JSON'} .check=${this.#check} .isReadOnly=${isOld || Boolean(doc.isSaving)} @change=${({ detail }) => { this.isDirty = detail !== doc.text; doc.now = detail; }} @save=${() => this.#save()}></vs-editor>
        ${this.#saveRefusal()}
        <div class="tools-line"><button class="button primary" ?disabled=${doc.isSaving || isOld || (!this.isDirty && !doc.isNew)} @click=${() => this.#save()}>${doc.isNew ? 'Create' : 'Save'}</button>
          <button class="button" ?disabled=${!this.isDirty} @click=${() => this.#revert()}>Undo changes</button><span class="soft small">${this.isDirty ? 'not saved' : doc.isNew ? '' : html`stored ${doc.at ? time(new Date(doc.at).toISOString()) : ''}`}</span>
          <span class="grow"></span>${this.template?.schema ? html`<span class="soft small" title="what documents of this collection have to look like">checked against its schema</span>` : nothing}</div>
        ${this.template?.schema ? html`<details><summary class="soft small">The schema</summary><div class="code"><pre tabindex="0" role="region" aria-label="Schema">${coloured(JSON.stringify(this.template.schema, null, 2), 'json')}</pre></div></details>` : nothing}`}</div>`;
  }

  #check = (value) => (this.template?.schema ? wrong(value, this.template.schema) : []);

  #saveRefusal() {
    return this.doc.refused && !this.conflict ? trouble(this.doc.refused) : nothing;
  }

  #revert() {
    this.querySelector('vs-editor.document').reset();
    this.doc = { ...this.doc, now: undefined, refused: undefined };
    this.isDirty = false;
  }

  async #save({ over } = {}) {
    const { doc } = this;
    if (!doc || doc.isSaving || (this.params.version && this.params.view !== 'versions')) return;
    const text = doc.now ?? doc.text;
    try {
      JSON.parse(text);
    } catch (e) {
      this.doc = { ...doc, refused: new api.Refused(422, { detail: `This is no JSON yet: ${e.message}` }, this.#path(doc.id)) };
      return;
    }
    this.doc = { ...doc, text: doc.text, isSaving: true, refused: undefined };
    try {
      if (doc.isNew) await this.#create(doc, text);
      else {
        const headers = { 'Content-Type': 'application/json', ...(doc.isGone ? { 'If-None-Match': '*' } : { 'If-Match': `"${over ?? doc.version}"` }) };
        await api.raw('PUT', this.#path(doc.id), { body: text, headers });
        say(`${doc.id} is saved`);
        if (this.#isShown(doc)) {
          this.isDirty = false;
          await this.#open();
        }
      }
      if (!this.feed.isOpen) this.#list({ quietly: true });
    } catch (e) {
      if (!this.#isShown(doc)) return complain(e);
      this.doc = { ...doc, now: text };
      if (e.status === 412 && !doc.isNew) await this.#showConflict(text);
      else this.doc = { ...this.doc, refused: e };
    }
  }

  async #create(doc, text) {
    const headers = { 'Content-Type': 'application/json' };
    const id = doc.newId?.trim();
    const answer = id ? await api.raw('PUT', this.#path(id), { body: text, headers: { ...headers, 'If-None-Match': '*' } }) : await api.raw('POST', this.#collection.path, { body: text, headers });
    const made = id || decodeURIComponent((answer.headers.get('location') ?? '').split('/').at(-1));
    say(`${made} is created`);
    if (!this.#isShown(doc)) return;
    this.isDirty = false;
    change({ id: made }, { replace: true });
  }

  async #showConflict(text = this.doc.now ?? this.doc.text) {
    try {
      const theirs = await this.#read(this.doc.id);
      this.conflict = { mine: text, theirs };
      this.doc = { ...this.doc, refused: undefined };
    } catch (e) {
      this.doc = { ...this.doc, refused: e };
    }
  }

  #conflictCard() {
    const { mine, theirs } = this.conflict;
    return html`<div class="trouble" role="alert">${icon('warn')}<div class="grow"><strong>Somebody else changed it while you did.</strong><p class="soft small">You began with version ${this.doc.version}; it is at version ${theirs.version} now. Nothing was overwritten.</p></div></div>
      ${sideBySide(theirs.text, prettyJson(mine), `Theirs, version ${theirs.version}`, 'Yours')}
      <div class="tools-line"><button class="button" @click=${() => { this.conflict = undefined; this.isDirty = false; this.#open(); }}>Take theirs</button>
      <button class="button primary" @click=${() => { this.conflict = undefined; this.#save({ over: theirs.version }); }}>Save yours over version ${theirs.version}</button></div>`;
  }

  async #delete(doc) {
    if (!(await confirm({ title: `Delete ${doc.id}?`, words: html`Its history stays for as long as the collection keeps versions.`, action: 'Delete', danger: true }))) return;
    const url = this.#path(doc.id);
    const { collection } = this.params;
    try {
      await api.raw('DELETE', url, { headers: { 'If-Match': `"${doc.version}"` } });
      if (this.#isShown(doc)) {
        this.isDirty = false;
        this.#close();
      }
      say(`${doc.id} is deleted`, { action: { label: 'Undo', run: () => this.#bringBack(doc, url, collection) } });
      if (!this.feed.isOpen) this.#list({ quietly: true });
    } catch (e) {
      complain(e);
    }
  }

  /** Restores a deleted document at its URL, even if the user has opened another page since. */
  async #bringBack(doc, url, collection) {
    try {
      await api.raw('PUT', url, { body: doc.raw, headers: { 'Content-Type': 'application/json', 'If-None-Match': '*' } });
      go('documents', { collection, id: doc.id });
    } catch (e) {
      complain(e);
    }
  }

  /** Checks whether a document is still shown: the user may have opened another while a request was running. */
  #isShown(doc) {
    return this.isConnected && doc.collection === this.params.collection && doc.id === this.params.id;
  }

  #history(doc) {
    const to = Number(this.params.version) || doc.version;
    const from = this.other?.from;
    return html`${this.other?.failed ? trouble(this.other.failed) : this.other ? sideBySide(this.other.before, this.other.after, `Version ${this.other.from}`, `Version ${this.other.to}`) : html`<p class="soft">It has one version so far, so there is nothing to compare.</p>`}
      <div class="card scroll-x" tabindex="0" role="region" aria-label="Versions"><table class="plain"><thead><tr><th>Version</th><th>Change</th><th>When</th><th><span class="sr">Actions</span></th></tr></thead><tbody>${(this.versions ?? []).map((one) => html`<tr><td class="number">${one.version}</td><td>${stateBadge(one.action.toLowerCase())}</td><td>${time(one.at)}</td>
        <td class="right nowrap">${one.action === 'DELETED' ? nothing : html`<a class="button tiny quiet" href=${href('documents', { ...this.params, view: '', version: one.version })}>Read</a>
        ${one.version < to ? html`<a class="button tiny quiet" aria-current=${one.version === from ? 'true' : nothing} href=${href('documents', { ...this.params, view: 'versions', version: to, from: one.version })}>Compare with ${to}</a>` : nothing}`}</td></tr>`)}</tbody></table></div>`;
  }
}

/** Converts a change event of the feed to a row of the list. */
function asRow({ id, version, at, document }) {
  const isObject = document !== null && typeof document === 'object' && !Array.isArray(document);
  return { ...(isObject ? document : { _value: document }), _id: id, _version: version, _time: at };
}

/** Placeholder id for a new document. No document can have it, because ids must not contain a slash. */
const NEW = '/new';

const shown = (value) => (value === undefined ? html`<span class="soft">–</span>` : value === null ? html`<span class="soft">null</span>` : isSimple(value) ? String(textOf(value)) : html`<code>${JSON.stringify(value)}</code>`);

const isSimple = (value) => value === null || typeof textOf(value) !== 'object';
customElements.define('vs-documents', Documents);
