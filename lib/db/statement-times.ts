import { createHash } from "node:crypto"
import { createRecentTally, type Tally } from "./recent-tally"

/** How long statements took that an instance's pools have sent, by their names, in the last hour. */
export interface StatementTimes {
  /** A statement's text as the program wrote it, without its values. */
  add(text: string, ms: number, failed: boolean): void
  read(): Tally[]
}

/** How many texts' names are remembered. */
const maxTexts = 1000

const table =
  /\b(?:from|into|update|join|table)\s+((?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))?)/i
const verb =
  /\b(select|insert|update|delete|create|alter|drop|listen|notify|set|begin|commit|rollback|copy|truncate)\b/i

/** What a person calls a statement: its verb and its first table, and a digest that tells it from others of theirs. */
export function nameStatement(text: string): string {
  const does = /^\s*with\b/i.test(text)
    ? /\)\s*(select|insert|update|delete)\b/i.exec(text)?.[1]
    : verb.exec(text)?.[1]
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 6)
  const of = table.exec(text)?.[1]?.replaceAll('"', "")
  return [does?.toLowerCase() ?? "statement", ...(of ? [of] : []), digest].join(" ").slice(0, 100)
}

/** Starts to measure; texts are read once for their names. */
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
