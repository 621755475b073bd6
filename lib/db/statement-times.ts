import { createHash } from "node:crypto"
import { createRecentTally, type Tally } from "./recent-tally"

/** Durations of statements sent by an instance's pools in the last hour, by name. */
export interface StatementTimes {
  /** `text` is the statement as the program wrote it, without values. */
  add(text: string, ms: number, failed: boolean): void
  read(): Tally[]
}

/** How many statement names are cached. */
const maxTexts = 1000

const table =
  /\b(?:from|into|update|join|table)\s+((?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))?)/i
const verb =
  /\b(select|insert|update|delete|create|alter|drop|listen|notify|set|begin|commit|rollback|copy|truncate)\b/i

/** A readable name for a statement: its verb and first table, and a digest that makes it unique. */
export function nameStatement(text: string): string {
  const does = /^\s*with\b/i.test(text)
    ? /\)\s*(select|insert|update|delete)\b/i.exec(text)?.[1]
    : verb.exec(text)?.[1]
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 6)
  const of = table.exec(text)?.[1]?.replaceAll('"', "")
  return [does?.toLowerCase() ?? "statement", ...(of ? [of] : []), digest].join(" ").slice(0, 100)
}

/** Starts measuring. Names are derived once per text. */
export function createStatementTimes(clock: () => number): StatementTimes {
  const tally = createRecentTally(clock)
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= maxTexts) names.clear()
    const name = nameStatement(text)
    names.set(text, name)
    return name
  }
  return {
    add: (text, ms, failed) => tally.add(nameOf(text), ms, failed),
    read: tally.read,
  }
}
