const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A guid in lower case from 8-4-4-4-12 hex digits of either case, or undefined (decisions "Filters" and "Values"). */
export const parseGuid = (text: string): string | undefined =>
  guidPattern.test(text) ? text.toLowerCase() : undefined
