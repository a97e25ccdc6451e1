/** JSON whose numbers are shown with all their digits, where the browser tells how they were written. */

/** Integers that JavaScript would round stay texts of JSON; everything else is what JSON.parse makes of it. */
export const exactly = (text) => JSON.parse(text, (_, value, written) => (isRounded(value) && written?.source && JSON.rawJSON ? JSON.rawJSON(written.source) : value));

const isRounded = (value) => Number.isInteger(value) && !Number.isSafeInteger(value);

/** What is shown of a value. */
export const textOf = (value) => (JSON.isRawJSON?.(value) ? value.rawJSON : value);
