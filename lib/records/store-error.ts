/** The cursor was altered, belongs to another list, or is too old (decisions "Paging"). */
export type StoreErrorCode = "invalid_cursor" | "cursor_expired"

const messages = {
  invalid_cursor: "The cursor is not valid for this list.",
  cursor_expired: "The cursor has expired.",
} as const satisfies Record<StoreErrorCode, string>

/** A refusal that callers of the store can handle. Anything else it throws is a fault. */
export class StoreError extends Error {
  override name = "StoreError"

  constructor(
    readonly code: StoreErrorCode,
    cause?: unknown,
  ) {
    super(messages[code], { cause })
  }
}
