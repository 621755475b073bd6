/**
 * Characters that start a formula, including full-width forms, which some programs normalize.
 * Apostrophes before one are included, since a single one would look like an escaped character.
 */
const trigger = /(?<!')'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g
/** Characters after which a cell may start, even inside quotes. */
const lineEnd = /[\n\r\v\f\u0085\u2028\u2029]/
/**
 * Characters skipped before it: any white space, zero-width and control characters, and quotes,
 * which may close immediately where a foreign separator splits the text.
 */
const skipped = /[\s\p{Cc}\p{Cf}"]/u
const leadingControl = /^'*[\t\r]/

/**
 * True if a spreadsheet program could start a cell at this offset, after skipping ignored
 * characters.
 */
function mayBegin(text: string, offset: number, foreign: string): boolean {
  for (let at = offset - 1; at >= 0; at -= 1) {
    const character = text.charAt(at)
    if (lineEnd.test(character) || foreign.includes(character)) return true
    if (!skipped.test(character)) return false
  }
  return true
}

/**
 * Escapes text so that no spreadsheet program parses it as a formula: adds an apostrophe before
 * each character that could start one, at the start of the text, on a new line, or after a
 * `foreign` separator. That is one that the file does not use, at which a program with other locale
 * settings splits even inside quotes. Only for text: numbers stay numbers.
 */
export function escapeFormula(text: string, foreign = ""): string {
  const escaped = text.replace(trigger, (sign, offset: number) =>
    mayBegin(text, offset, foreign) ? `'${sign}` : sign,
  )
  return leadingControl.test(escaped) ? `'${escaped}` : escaped
}
