/** JSON parsing that keeps all digits of numbers, in browsers whose JSON.parse gives the reviver the source text. */

/** Parses JSON as JSON.parse does, but keeps integers that JavaScript would round as raw JSON. */
export const exactly = (text) => JSON.parse(text, (_, value, written) => (isRounded(value) && written?.source && JSON.rawJSON ? JSON.rawJSON(written.source) : value));

const isRounded = (value) => Number.isInteger(value) && !Number.isSafeInteger(value);

/** Returns the form of a value to show: all digits of a raw JSON number. */
export const textOf = (value) => (JSON.isRawJSON?.(value) ? value.rawJSON : value);
