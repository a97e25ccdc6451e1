/** JSON Schema (draft 2020-12), as far as forms and editors need it: example values and validation. */

const MOST_DEPTH = 12;
const MOST_WRONG = 50;

/** Follows the references of a schema. `root` is the document that `#/…` refers to. */
export function resolved(schema, root) {
  for (let hops = 0; schema && schema.$ref && hops < MOST_DEPTH; hops++) {
    const steps = schema.$ref.replace(/^#\/?/, '').split('/').filter(Boolean).map((step) => decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~'));
    schema = steps.reduce((node, step) => node?.[step], root);
  }
  return schema && typeof schema === 'object' ? schema : {};
}

const typesOf = (schema) => (Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : []);

/** Returns the first type other than null. */
export const mainType = (schema) => typesOf(schema).find((type) => type !== 'null') ?? (schema.properties ? 'object' : schema.enum ? typeof schema.enum[0] : undefined);

/** Returns a value that fits the schema, as a start for the user to edit. */
export function example(schema, root, depth = 0) {
  schema = resolved(schema, root);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (depth > MOST_DEPTH) return null;
  const first = schema.allOf?.[0] ?? schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (first && !schema.properties) return example(first, root, depth + 1);
  switch (mainType(schema)) {
    case 'object': return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, example(one, root, depth + 1)]));
    case 'array': return schema.items ? [example(schema.items, root, depth + 1)] : [];
    case 'integer': case 'number': return Math.max(schema.minimum > -1e9 ? schema.minimum : 0, 0);
    case 'boolean': return false;
    case 'string': return { date: '2026-01-31', 'date-time': '2026-01-31T12:00:00Z', uuid: '00000000-0000-4000-8000-000000000000', uri: 'https://example.org/' }[schema.format] ?? 'text';
    default: return {};
  }
}

/**
 * Writes a value as XML, which has no types. Members become elements, and each element of a list has the name of the
 * list.
 */
export function asXml(value, name, indent = '') {
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'value';
  if (Array.isArray(value)) return value.map((one) => asXml(one, tag, indent)).join('\n');
  if (value === null || typeof value !== 'object') return `${indent}<${tag}>${String(value ?? '').replace(/&/g, '&amp;').replace(/</g, '&lt;')}</${tag}>`;
  const inside = Object.entries(value).map(([member, one]) => asXml(one, member, `${indent}  `)).filter(Boolean);
  return inside.length ? `${indent}<${tag}>\n${inside.join('\n')}\n${indent}</${tag}>` : `${indent}<${tag}/>`;
}

const NAMES = { integer: (v) => Number.isInteger(v), number: (v) => typeof v === 'number', string: (v) => typeof v === 'string', boolean: (v) => typeof v === 'boolean',
  null: (v) => v === null, array: Array.isArray, object: (v) => v !== null && typeof v === 'object' && !Array.isArray(v) };

/** Returns up to 50 errors of a value: { path, message }. The server checks keywords that are not supported here. */
export function wrong(value, schema, root = schema) {
  const found = [];
  check(value, schema, root, [], found, 0);
  return found;
}

function check(value, given, root, path, found, depth) {
  if (found.length >= MOST_WRONG || depth > 64) return;
  if (given === false) return void found.push({ path, message: 'nothing may be here' });
  const schema = resolved(given, root);
  const say = (message) => found.push({ path, message });
  const types = typesOf(schema);
  if (types.length && !types.some((type) => NAMES[type]?.(value))) return void say(`expected ${types.join(' or ')}`);
  if (schema.enum && !schema.enum.some((one) => same(one, value))) say(`expected one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}`);
  if (schema.const !== undefined && !same(schema.const, value)) say(`expected ${JSON.stringify(schema.const)}`);
  if (typeof value === 'number') ofNumber(value, schema, say);
  if (typeof value === 'string') ofText(value, schema, say);
  if (Array.isArray(value)) ofArray(value, schema, root, path, found, depth, say);
  else if (NAMES.object(value)) ofObject(value, schema, root, path, found, depth, say);
  for (const one of schema.allOf ?? []) check(value, one, root, path, found, depth + 1);
  const fits = (one) => {
    const problems = [];
    check(value, one, root, [], problems, depth + 1);
    return !problems.length;
  };
  if (schema.anyOf && !schema.anyOf.some(fits)) say('fits none of the forms that are allowed here');
  if (schema.oneOf && schema.oneOf.filter(fits).length !== 1) say('has to fit exactly one of the forms that are allowed here');
  if (schema.not && fits(schema.not)) say('is what it must not be');
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function ofNumber(value, schema, say) {
  if (value < schema.minimum) say(`expected at least ${schema.minimum}`);
  if (value > schema.maximum) say(`expected at most ${schema.maximum}`);
  if (value <= schema.exclusiveMinimum) say(`expected more than ${schema.exclusiveMinimum}`);
  if (value >= schema.exclusiveMaximum) say(`expected less than ${schema.exclusiveMaximum}`);
  if (schema.multipleOf && Math.abs(value / schema.multipleOf - Math.round(value / schema.multipleOf)) > 1e-9) say(`expected a multiple of ${schema.multipleOf}`);
}

function ofText(value, schema, say) {
  const length = [...value].length;
  if (length < schema.minLength) say(`expected at least ${schema.minLength} characters`);
  if (length > schema.maxLength) say(`expected at most ${schema.maxLength} characters`);
  if (schema.pattern && !fitsPattern(value, schema.pattern)) say(`expected what fits ${schema.pattern}`);
}

function fitsPattern(value, pattern) {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return true;
  }
}

function ofArray(value, schema, root, path, found, depth, say) {
  if (value.length < schema.minItems) say(`expected at least ${schema.minItems} elements`);
  if (value.length > schema.maxItems) say(`expected at most ${schema.maxItems} elements`);
  if (schema.uniqueItems && new Set(value.map((one) => JSON.stringify(one))).size < value.length) say('expected no element twice');
  const first = schema.prefixItems ?? [];
  value.forEach((one, i) => {
    const of = first[i] ?? schema.items;
    if (of !== undefined) check(one, of, root, [...path, i], found, depth + 1);
  });
}

function ofObject(value, schema, root, path, found, depth, say) {
  const known = schema.properties ?? {};
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const name of schema.required ?? []) if (!(name in value)) say(`${name} is missing`);
  const count = Object.keys(value).length;
  if (count < schema.minProperties) say(`expected at least ${schema.minProperties} members`);
  if (count > schema.maxProperties) say(`expected at most ${schema.maxProperties} members`);
  for (const [name, one] of Object.entries(value)) {
    const isOf = patterns.filter(([pattern]) => fitsPattern(name, pattern));
    for (const [, of] of isOf) check(one, of, root, [...path, name], found, depth + 1);
    if (Object.hasOwn(known, name)) check(one, known[name], root, [...path, name], found, depth + 1);
    else if (isOf.length) continue;
    else if (schema.additionalProperties === false) found.push({ path: [...path, name], message: `${name} is not known here` });
    else if (schema.additionalProperties) check(one, schema.additionalProperties, root, [...path, name], found, depth + 1);
  }
}
