import { createHash } from "node:crypto"

/** Each costs a server process some 50 KiB for as long as its connection lives. */
const most = 64

/** The same for the same text in every store, because stores may share a connection. */
const printName = (text: string) => createHash("sha256").update(text).digest("base64url")

/**
 * Names under which statements are prepared: one for each text, the first 64 of them; later texts get
 * none and are planned each time they are sent.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= most) return known
    const name = printName(text)
    names.set(text, name)
    return name
  }
}
