import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import { z } from "zod"
import { parseGuid, toFaulty } from "../../catalogue"
import { domainsOf, knowsNames, type Session } from "../../session"
import type { RepeatedUser, UserNames } from "../../store"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import { requireAdministrator } from "../require-administrator"
import { readBytes, requireBody } from "../require-body"
import { takesGood } from "../require-search"
import type { ExpensiveWork } from "../turns"
import { CsvFault, type LineProblem, readNamesCsv } from "./read-names-csv"
import { type ShownPeople, shownLimits } from "./shown-people"

/** The most that an upload may hold. */
export const uploadLimits = { rows: 500_000, bytes: 64 * 1024 * 1024 } as const

/** How many ids are looked up at once. */
export const lookupLimit = 1000

const problemsShown = 1000
const uploadLastsMs = 5 * 60_000

const permit = (session: Session) => requireAdministrator(session, "names:write")

/** How many names a search answers at most, and what it may hold. */
const searchLimit = 20
const minLetters = 3
const searchTextSchema = z
  .string()
  .max(200)
  .regex(/^[^\0\p{Surrogate}]*$/u)
  .refine(
    (text) => [...text.trim()].length >= minLetters,
    `must have ${minLetters} letters at least`,
  )

const idsSchema = z.strictObject({
  ids: z
    .array(
      z.string().transform((text, context) => {
        const guid = parseGuid(text)
        if (guid) return guid
        context.addIssue({ code: "custom", message: "must be a guid" })
        return z.NEVER
      }),
    )
    .max(lookupLimit),
  /** What came with the answers that showed these people. */
  shown: z.array(z.string().max(shownLimits.length)).max(shownLimits.count).default([]),
})
const lookupSchema = z.union([idsSchema, z.strictObject({ text: searchTextSchema })])

const toErrors = (problems: readonly LineProblem[]) =>
  problems
    .toSorted((one, other) => one.line - other.line)
    .slice(0, problemsShown)
    .map((problem) => ({ parameter: `line ${problem.line}`, ...problem }))

const repeats = (repeated: readonly RepeatedUser[]): LineProblem[] =>
  repeated.map(({ line, firstLine }) => ({
    line,
    ...toFaulty("same_as_line", firstLine),
  }))

const refuse = (problems: readonly LineProblem[]) =>
  new BffError("invalid_import", { errors: toErrors(problems) })

/** Reads on beyond the problems that are shown, but keeps no more of them. */
function collectProblems() {
  const problems: LineProblem[] = []
  return {
    problems,
    add(problem: LineProblem) {
      if (problems.length < problemsShown) problems.push(problem)
    },
  }
}

/** So many bytes are read before others get their turn. */
const pieceBytes = 4 * 1024

async function* untilLate(bytes: AsyncIterable<Uint8Array>) {
  const end = performance.now() + uploadLastsMs
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (performance.now() > end) throw new BffError("upload_too_slow")
      yield chunk.subarray(at, at + pieceBytes)
      await pause()
    }
}

async function upload(
  names: UserNames,
  session: Session,
  { request, isPartial }: { readonly request: Request; readonly isPartial: boolean },
) {
  const { problems, add } = collectProblems()
  const rows = readNamesCsv(untilLate(readBytes(request, uploadLimits.bytes)), {
    mostRows: uploadLimits.rows,
    onProblem: add,
  })
  const judge = (repeated: readonly RepeatedUser[]) => {
    for (const problem of repeats(repeated)) add(problem)
    if (!isPartial && problems.length > 0) throw refuse(problems)
  }
  const faults = async function* () {
    try {
      yield* rows
    } catch (error) {
      throw error instanceof CsvFault ? refuse([...problems, error.problem]) : error
    }
  }
  const count = await names.replace(faults(), judge, session.name ?? session.email ?? null)
  return { count, errors: toErrors(problems) }
}

/** What the routes of users' names are made of. */
export interface UserNamesParts {
  readonly names: UserNames
  readonly shown: Pick<ShownPeople, "pick">
  readonly turns: Pick<ExpensiveWork, "names" | "uploads">
}

/** The names of users that an administrator brought: how many there are and may be, bringing others, taking them away. */
export const userNamesRoutes = ({ names, turns }: Omit<UserNamesParts, "shown">): OwnRoutes => [
  {
    name: "read-user-names",
    method: "GET",
    permit,
    answer: async () => ({ count: 0, ...(await names.readUpload()), limits: uploadLimits }),
  },
  {
    name: "upload-user-names",
    method: "PUT",
    accepts: ["text/csv"],
    permit,
    takes: ["take"],
    answer: (session, request, search) =>
      turns.uploads.run(
        session.sub,
        () => upload(names, session, { request, isPartial: takesGood(search) }),
        request.signal,
      ),
  },
  {
    name: "remove-user-names",
    method: "DELETE",
    permit,
    async answer() {
      await names.clear()
      return undefined
    },
  },
]

const lacking = (permission: string) =>
  new BffError("forbidden", {
    permission,
    detail: `Your role does not have the permission ${permission}. An administrator can give it.`,
  })

/** Throws `forbidden` (403) unless a role of the person's shows users. */
export function requireUsers({ roles }: Session): void {
  if (domainsOf(roles).has("users")) return
  throw lacking("users:read")
}

function requireAllNames({ roles }: Session): void {
  if (knowsNames(roles)) return
  throw lacking("names:read")
}

/**
 * Names of up to 1,000 users by id, and how many are known in all: of everybody for HR managers and
 * administrators, who may search them too; for others of the people whom their pages have shown.
 */
export const userNamesLookupRoute = ({ names, shown, turns }: UserNamesParts): OwnRoute => ({
  name: "look-up-user-names",
  method: "POST",
  permit: requireUsers,
  async answer(session, request) {
    const asked = await requireBody(request, lookupSchema)
    if ("text" in asked) requireAllNames(session)
    const find = () =>
      "text" in asked
        ? names.search(asked.text, searchLimit)
        : names.find(shown.pick(session, asked.ids, asked.shown))
    return turns.names.run(
      session.sub,
      async () => {
        const found = await find()
        return { names: found, known: (await names.readUpload())?.count ?? 0 }
      },
      request.signal,
    )
  },
})
