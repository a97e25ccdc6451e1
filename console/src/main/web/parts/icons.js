import { svg, html } from 'lit';

/** Line icons of 16 by 16 units, in the colour of the text beside them. */
const PATHS = {
  overview: svg`<path d="M2 9.5h3l1.8-6 2.6 9 1.8-5.5 1 2.5H14"/>`,
  services: svg`<path d="M8 1.8 14 5v6l-6 3.2L2 11V5z"/><path d="M2.2 5.1 8 8.2l5.8-3.1M8 8.2v6"/>`,
  explorer: svg`<path d="m5 4.5-3 3.5 3 3.5M11 4.5l3 3.5-3 3.5M9.2 3 6.8 13"/>`,
  monitor: svg`<circle cx="8" cy="8" r="2"/><path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z"/>`,
  tracker: svg`<circle cx="3.5" cy="4" r="1.5"/><circle cx="12.5" cy="12" r="1.5"/><path d="M5 4h4.5a2 2 0 0 1 0 4h-3a2 2 0 0 0 0 4H11"/>`,
  documents: svg`<path d="M3.5 1.8h6l3 3v9.4h-9z"/><path d="M9.3 1.8v3.2h3.2M5.8 8.3h4.4M5.8 11h4.4"/>`,
  bench: svg`<path d="M2.5 12a6 6 0 1 1 11 0"/><path d="m8 10.5 2.7-4.3"/><circle cx="8" cy="10.5" r=".8"/>`,
  settings: svg`<path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6"/><circle cx="10" cy="4.5" r="1.8"/><circle cx="6" cy="11.5" r="1.8"/>`,
  search: svg`<circle cx="7" cy="7" r="4.5"/><path d="m10.5 10.5 3.5 3.5"/>`,
  close: svg`<path d="m4 4 8 8M12 4l-8 8"/>`,
  menu: svg`<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"/>`,
  copy: svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5"/>`,
  check: svg`<path d="m3 8.5 3.5 3.5L13 4.5"/>`,
  warn: svg`<path d="M8 2 14.5 13.5h-13z"/><path d="M8 6.5v3M8 11.6v.1"/>`,
  info: svg`<circle cx="8" cy="8" r="6"/><path d="M8 7.3v3.7M8 5v.1"/>`,
  plus: svg`<path d="M8 3v10M3 8h10"/>`,
  play: svg`<path d="M5 3.2v9.6l7.5-4.8z"/>`,
  stop: svg`<rect x="4" y="4" width="8" height="8" rx="1"/>`,
  reload: svg`<path d="M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3"/>`,
  upload: svg`<path d="M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.5 10.5v2A1.5 1.5 0 0 0 4 14h8a1.5 1.5 0 0 0 1.5-1.5v-2"/>`,
  download: svg`<path d="M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M2.5 10.5v2A1.5 1.5 0 0 0 4 14h8a1.5 1.5 0 0 0 1.5-1.5v-2"/>`,
  trash: svg`<path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9"/>`,
  edit: svg`<path d="m10.5 3 2.5 2.5L6 12.5l-3.3.8.8-3.3z"/>`,
  back: svg`<path d="M9.5 3.5 5 8l4.5 4.5"/>`,
  next: svg`<path d="M6.5 3.5 11 8l-4.5 4.5"/>`,
  sun: svg`<circle cx="8" cy="8" r="2.8"/><path d="M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1"/>`,
  moon: svg`<path d="M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z"/>`,
  screen: svg`<rect x="2" y="3" width="12" height="8" rx="1.2"/><path d="M5.5 13.5h5M8 11v2.5"/>`,
  link: svg`<path d="M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.3-2.3a2.5 2.5 0 0 0-3.6-3.6l-.8.8M9.5 6.5a2.5 2.5 0 0 0-3.6 0L3.6 8.8a2.5 2.5 0 0 0 3.6 3.6l.8-.8"/>`,
  history: svg`<path d="M3 8a5 5 0 1 0 1.5-3.6L3 5.8M3 2.8v3h3M8 5.3V8l2 1.3"/>`,
  help: svg`<circle cx="8" cy="8" r="6"/><path d="M6.2 6.4a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.8.7-.8 1.3M8 11.3v.1"/>`,
  leave: svg`<path d="M6.5 2.5H4A1.5 1.5 0 0 0 2.5 4v8A1.5 1.5 0 0 0 4 13.5h2.5M10.5 11l3-3-3-3M13.5 8h-7"/>`,
  out: svg`<path d="M9.5 2.5h4v4M13.3 2.7 7.5 8.5M11.5 9.5v3A1.5 1.5 0 0 1 10 14H4a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 4 5h3"/>`,
};

export const icon = (name) => html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${PATHS[name]}</svg>`;

export const star = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 3l2.8 10.2L29 16l-10.2 2.8L16 29l-2.8-10.2L3 16l10.2-2.8z"
  fill="#eb955c"></path></svg>`;
