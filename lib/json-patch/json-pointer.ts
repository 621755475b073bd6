const validPointer = /^(?:\/(?:[^~/]|~[01])*)*$/

/**
 * The unescaped reference tokens of a JSON Pointer, or undefined if it is invalid (RFC 6901, 3 and
 * 4).
 */
export function parsePointer(pointer: string): string[] | undefined {
  if (!validPointer.test(pointer)) return undefined
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))
}

/** The JSON Pointer of reference tokens: `["a/b", 0]` is `/a~1b/0`. */
export const printPointer = (tokens: readonly (string | number)[]): string =>
  tokens.map((token) => `/${`${token}`.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
