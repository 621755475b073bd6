import "server-only"
import { z } from "zod"
import { parseGuid, toFaulty } from "../../catalogue"
import { domainsOf, type Session } from "../../session"
import type { RepeatedUser, UserNames } from "../../store"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import { requireAdministrator } from "../require-administrator"
import { readBytes, requireBody } from "../require-body"
import { CsvFault, type LineProblem, readNamesCsv } from "./read-names-csv"

/** The most that an upload may hold. */
export const uploadLimits = { rows: 500_000, bytes: 64 * 1024 * 1024 } as const

/** How many ids are looked up at once. */
export const lookupLimit = 1000

const problemsShown = 1000
const uploadLastsMs = 5 * 60_000

const permit = (session: Session) => requireAdministrator(session, "names:write")

/** How many names a search answers at most, and what it may hold. */
const searchLimit = 20
const searchTextSchema = z
  .string()
  .max(200)
  .regex(/^[^\0\p{Surrogate}]*$/u)

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

async function* untilLate(bytes: AsyncIterable<Uint8Array>) {
  const end = performance.now() + uploadLastsMs
  for await (const chunk of bytes) {
    if (performance.now() > end) throw new BffError("upload_too_slow")
    yield chunk
  }
}

async function upload(names: UserNames, session: Session, request: Request) {
  const takesGood = new URL(request.url).searchParams.get("take") === "good"
  const { problems, add } = collectProblems()
  const rows = readNamesCsv(untilLate(readBytes(request, uploadLimits.bytes)), {
    mostRows: uploadLimits.rows,
    onProblem: add,
  })
  const judge = (repeated: readonly RepeatedUser[]) => {
    for (const problem of repeats(repeated)) add(problem)
    if (!takesGood && problems.length > 0) throw refuse(problems)
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

/** The names of users that an administrator brought: how many there are and may be, bringing others, taking them away. */
export const userNamesRoutes = (names: UserNames): OwnRoutes => [
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
    answer: (session, request) => upload(names, session, request),
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

/** Throws `forbidden` (403) unless a role of the person's shows users. */
export function requireUsers({ roles }: Session): void {
  if (domainsOf(roles).has("users")) return
  throw new BffError("forbidden", {
    permission: "users:read",
    detail: "Your role does not have the permission users:read. An administrator can give it.",
  })
}

/** Names of up to 1,000 users by id, and how many are known in all, for whoever may read about users. */
export const userNamesLookupRoute = (names: UserNames): OwnRoute => ({
  name: "look-up-user-names",
  method: "POST",
  permit: requireUsers,
  async answer(_session, request) {
    const asked = await requireBody(request, lookupSchema)
    const finding = "ids" in asked ? names.find(asked.ids) : names.search(asked.text, searchLimit)
    const [found, upload] = await Promise.all([finding, names.readUpload()])
    return { names: found, known: upload?.count ?? 0 }
  },
})
