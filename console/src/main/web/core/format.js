/** Formats of numbers and times for users. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const plural = new Intl.PluralRules('en');
const EXACT = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3,
  hourCycle: 'h23', timeZoneName: 'short' };
const exactForm = new Intl.DateTimeFormat('en', EXACT);
const clockForm = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const clockMillisForm = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' });
const minuteForm = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayForm = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

export const count = (n) => (n === undefined || n === null ? '–' : whole.format(n));
export const many = (n, one, more = `${one}s`) => `${count(n)} ${plural.select(n) === 'one' ? one : more}`;

/** Formats a number with about three digits and a unit prefix: k, M or G. */
export function short(n) {
  if (n === undefined || n === null || !Number.isFinite(n)) return '–';
  const size = Math.abs(n);
  if (size >= 1e9) return `${digits(n / 1e9)} G`;
  if (size >= 1e6) return `${digits(n / 1e6)} M`;
  if (size >= 1e4) return `${digits(n / 1e3)} k`;
  return size >= 100 || Number.isInteger(n) ? whole.format(n) : digits(n);
}

function digits(n) {
  const size = Math.abs(n);
  return size >= 100 ? n.toFixed(0) : size >= 10 ? n.toFixed(1) : n.toFixed(size >= 1 || size === 0 ? 1 : 2);
}

export function bytes(n) {
  if (n === undefined || n === null) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (Math.abs(n) >= 1024 && unit < units.length - 1) {
    n /= 1024;
    unit++;
  }
  return `${unit === 0 ? n : digits(n)} ${units[unit]}`;
}

export function micros(n) {
  if (n === undefined || n === null) return '–';
  if (n < 1000) return `${Math.round(n)} µs`;
  return millis(n / 1000);
}

export function millis(n) {
  if (n === undefined || n === null) return '–';
  if (n === 0) return '0 ms';
  if (n < 1) return `${Math.round(n * 1000)} µs`;
  if (n < 1000) return `${digits(n)} ms`;
  return n < 60_000 ? `${digits(n / 1000)} s` : lasting(n);
}

/** Formats a duration in milliseconds by its two largest units. */
export function lasting(n) {
  const seconds = Math.floor(n / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

export function ago(time, now = Date.now()) {
  const seconds = Math.round((now - new Date(time).getTime()) / 1000);
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 0) return `in ${lasting(-seconds * 1000).split(' ').slice(0, 2).join(' ')}`;
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export const exact = (time) => exactForm.format(new Date(time));
export const clock = (time) => clockForm.format(new Date(time));
export const clockMillis = (time) => clockMillisForm.format(new Date(time));

/** Formats a time of today to the millisecond, any other time as day and seconds. */
export function moment(time, now = new Date()) {
  const at = new Date(time);
  return at.toDateString() === now.toDateString() ? clockMillisForm.format(at) : `${dayForm.format(at)} ${clockForm.format(at)}`;
}

/** Formats a label of a time axis, as short as the span of the axis allows. */
export function tick(time, spanMillis) {
  const at = new Date(time);
  if (spanMillis <= 600_000) return clockForm.format(at);
  if (spanMillis <= 36 * 3_600_000) return minuteForm.format(at);
  return spanMillis <= 4 * 86_400_000 ? `${dayForm.format(at)} ${minuteForm.format(at)}` : dayForm.format(at);
}
