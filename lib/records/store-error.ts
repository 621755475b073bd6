/** Why a list cannot go on: the cursor was altered or belongs to another list, or it is too old (decisions "Paging"). */
export type StoreErrorCode = "invalid_cursor" | "cursor_expired"

const messages = {
  invalid_cursor: "The cursor is not valid for this list.",
  cursor_expired: "The cursor has expired.",
} as const satisfies Record<StoreErrorCode, string>

/** A refusal that the caller of the store can act on; everything else the store throws is a fault. */
export class StoreError extends Error {
  override name = "StoreError"

  constructor(
    readonly code: StoreErrorCode,
    cause?: unknown,
  ) {
    super(messages[code], { cause })
  }
}
