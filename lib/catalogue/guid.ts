const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Parses 8-4-4-4-12 hex digits into a lower-case guid, or undefined (decisions "Filters" and
 * "Values").
 */
export const parseGuid = (text: string): string | undefined =>
  guidPattern.test(text) ? text.toLowerCase() : undefined
