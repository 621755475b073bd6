import { hash } from "node:crypto"
import { printRowScope } from "../../../catalogue"
import type { Question } from "../parse-question"

/** What two reads share when one answer serves both: operation, path, query, visibility and rows, all in canonical form. */
export function answerKey({ operation, rows, scope, search, following }: Question): string {
  const start = following ? "page" : "list"
  return `${operation.id}\n${scope.path}\n${start}\n${search}\n${scope.visibility}\n${printRowScope(rows)}`
}

/** A key of fixed length for stores, in which no filter can be read. */
export const digestKey = (key: string): string => hash("sha256", key, "base64url")
