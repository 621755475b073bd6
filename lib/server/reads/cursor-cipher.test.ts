import { expect, test } from "vitest"
import type { RowScope } from "../../catalogue"
import { deriveKey, encryptText } from "../../encryption"
import { createCursorCipher } from "./cursor-cipher"

const secret = "a secret of at least 32 characters"
const cursors = createCursorCipher({ secret, clock: () => 0 })
const list = { path: "/v1.4/departments", visibility: "users" }
const somebody = { person: "somebody" } as unknown as RowScope
const page = { search: "limit=100&cursor=next", isCopied: false }

// rules: A report page 4
test("A cursor is valid only for people who see the same rows.", () => {
  const cursor = cursors.encrypt(page, { ...list, rows: "all" })
  expect(cursors.decrypt(cursor, { ...list, rows: "all" })).toEqual(page)
  expect(() => cursors.decrypt(cursor, { ...list, rows: somebody })).toThrow("invalid_cursor")
  const own = cursors.encrypt(page, { ...list, rows: somebody })
  expect(() => cursors.decrypt(own, { ...list, rows: "all" })).toThrow("invalid_cursor")
})

test("A cursor from before scopes existed is valid only for people who see all rows.", () => {
  const content = JSON.stringify({ ...page, ...list, issuedAt: 0 })
  const old = encryptText(content, deriveKey(secret, "cursor"))
  expect(cursors.decrypt(old, { ...list, rows: "all" })).toEqual(page)
  expect(() => cursors.decrypt(old, { ...list, rows: somebody })).toThrow("invalid_cursor")
})
