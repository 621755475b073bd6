import { appendFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { root } from "../root"
import { statementsFolder } from "./statement-rules"

const seen = new Set<string>()

/** A test's own statements, such as those that make its data, are not the programs'. */
const ofTest = /\.test\.ts|[\\/](testing|bench|e2e)[\\/]/

function isOfProgram(): boolean {
  const frames = (new Error().stack ?? "").split("\n").slice(3)
  const first = frames.find((frame) => frame.includes(root) && !frame.includes("node_modules"))
  return first !== undefined && !ofTest.test(first)
}

interface Sent {
  readonly text?: unknown
  readonly values?: readonly unknown[]
  readonly statements?: readonly { readonly text: string; readonly values: readonly unknown[] }[]
}

function note(text: unknown, hasValues: boolean): void {
  if (typeof text !== "string" || seen.has(text) || !isOfProgram()) return
  seen.add(text)
  mkdirSync(statementsFolder, { recursive: true })
  const file = join(statementsFolder, `${process.pid}.ndjson`)
  appendFileSync(file, `${JSON.stringify({ text, hasValues })}\n`)
}

// What every connection is sent, whoever opened it.
const query = Client.prototype.query as (...given: unknown[]) => unknown
Client.prototype.query = function record(this: Client, ...given: unknown[]) {
  const [asked, values] = given
  if (typeof asked === "string") note(asked, Array.isArray(values) && values.length > 0)
  else if (asked) {
    const { text, values: own, statements = [] } = asked as Sent
    note(text, (own?.length ?? 0) > 0 || Array.isArray(values))
    for (const each of statements) note(each.text, each.values.length > 0)
  }
  return query.apply(this, given)
} as typeof Client.prototype.query
