/** What makes a formula of a cell, in full width too, which some programs narrow; behind apostrophes it would be read as such a sign that was escaped. */
const trigger = /(?<!')'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g
/** After what a cell may begin, also inside of quotes. */
const lineEnd = /[\n\r\v\f\u0085\u2028\u2029]/
/** What is skipped before it: white space of every kind, also without width, control characters, and quotes, which may close at once where a foreign separator cuts. */
const skipped = /[\s\p{Cc}\p{Cf}"]/u
const leadingControl = /^'*[\t\r]/

/** Whether nothing but what a spreadsheet skips stands between a cell's beginning and this place. */
function mayBegin(text: string, offset: number, foreign: string): boolean {
  for (let at = offset - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    if (lineEnd.test(character) || foreign.includes(character)) return true
    if (!skipped.test(character)) return false
  }
  return true
}

/**
 * A text that no spreadsheet takes for a formula: one more apostrophe before each sign that could begin one, at
 * the text's start, in a new line or after a `foreign` separator: one that is not the file's, at which a
 * spreadsheet of other settings cuts, quotes or not. For texts alone: a number stays a number.
 */
export function escapeFormula(text: string, foreign = ""): string {
  const escaped = text.replace(trigger, (sign, offset: number) =>
    mayBegin(text, offset, foreign) ? `'${sign}` : sign,
  )
  return leadingControl.test(escaped) ? `'${escaped}` : escaped
}
