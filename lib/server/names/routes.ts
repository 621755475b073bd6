import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import { toFaulty, typesByLevel } from "../../catalogue"
import {
  type FoundNames,
  namesContract,
  namesUploadLimits,
  type UploadedNames,
  type UserDetails,
} from "../../contract"
import { knowsNames, rowScopeOf, type Session } from "../../session"
import { problemsShown, refuseLines, toLineErrors } from "../files/line-errors"
import { CsvFault, type LineProblem } from "../files/read-csv-rows"
import { lacking } from "../http/access"
import { BffError } from "../http/problem"
import { readBytes } from "../http/require-body"
import { type BoundRoute, bindRoutes, type RouteRequest } from "../http/routes"
import type { ExpensiveWork } from "../http/slots"
import type { DepartmentNamesService } from "./departments-service"
import { readNamesCsv } from "./read-names-csv"
import type { RepeatedUser, SavedUser, UserNames } from "./table"

const uploadLastsMs = 5 * 60_000

/** Number of unresolved departments shown in the settings. */
const unplacedShown = 50

/** Maximum number of names in a search result. */
const searchLimit = 20

const repeats = (repeated: readonly RepeatedUser[]): LineProblem[] =>
  repeated.map(({ line, firstLine }) => ({
    line,
    ...toFaulty("same_as_line", firstLine),
  }))

/** Continues after the shown problems without collecting more. */
function collectProblems() {
  const problems: LineProblem[] = []
  return {
    problems,
    add(problem: LineProblem) {
      if (problems.length < problemsShown) problems.push(problem)
    },
  }
}

/** Bytes parsed before other work gets its turn. */
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
  { session, request, query }: RouteRequest<typeof namesContract.uploadUserNames>,
): Promise<UploadedNames> {
  const isPreview = query.preview !== undefined
  const { problems, add } = collectProblems()
  const rows = readNamesCsv(untilLate(readBytes(request, namesUploadLimits.bytes)), {
    maxRows: namesUploadLimits.rows,
    uses: query.columns,
    onProblem: add,
  })
  const judge = (repeated: readonly RepeatedUser[]) => {
    for (const problem of repeats(repeated)) add(problem)
    if (!isPreview && query.take !== "good" && problems.length > 0) throw refuseLines(problems)
  }
  const faults = async function* () {
    try {
      yield* rows
    } catch (error) {
      throw error instanceof CsvFault ? refuseLines([...problems, error.problem]) : error
    }
  }
  const by = session.name ?? session.email ?? null
  const count = await names.replace(faults(), judge, { by, isPreview })
  return { count, errors: toLineErrors(problems) }
}

function requireAllNames({ roles }: Session): void {
  if (!knowsNames(roles)) throw lacking("names:read")
}

function detailsOf({ roles }: Session, { department, title, email }: SavedUser): UserDetails {
  return {
    ...(department !== undefined && { department }),
    ...(title !== undefined && { title }),
    ...(email !== undefined && knowsNames(roles) && { email }),
  }
}

/** Users as returned to a person. */
function printUsers(
  session: Session,
  users: readonly SavedUser[],
): Pick<FoundNames, "names" | "details"> {
  const named = Object.fromEntries(users.map(({ id, name }) => [id, name]))
  const details = users.flatMap((user) => {
    const known = detailsOf(session, user)
    return Object.keys(known).length > 0 ? [[user.id, known] as const] : []
  })
  return { names: named, ...(details.length > 0 && { details: Object.fromEntries(details) }) }
}

export interface NamesRoutesParts {
  readonly directory: Pick<DepartmentNamesService, "read" | "readTree" | "nameable">
  readonly names: UserNames
  readonly slots: Pick<ExpensiveWork, "names" | "uploads">
}

/**
 * Names of departments as of the last reading of their list, and names of users that an
 * administrator uploaded.
 */
export const namesRoutes = ({ directory, names, slots }: NamesRoutesParts): readonly BoundRoute[] =>
  bindRoutes(namesContract, {
    async readDepartmentNames({ session }) {
      const scope = rowScopeOf(session)
      const [{ names: named, asOf }, tree] = await Promise.all([
        directory.read(scope),
        directory.readTree(scope),
      ])
      return {
        names: named,
        ...(tree && { levels: typesByLevel(tree) }),
        ...(asOf !== undefined && { asOf: new Date(asOf).toISOString() }),
      }
    },

    readUserNames: async () => ({
      count: 0,
      ...(await names.readUpload()),
      unplaced: await names.readUnplaced(unplacedShown),
      limits: namesUploadLimits,
    }),

    uploadUserNames: (requested) =>
      slots.uploads.run(requested.session.sub, () => upload(names, requested), requested.signal),

    async removeUserNames() {
      await names.clear()
      return undefined
    },

    async lookUpUserNames({ session, body, signal }) {
      if ("text" in body) requireAllNames(session)
      const find = async () =>
        "text" in body
          ? names.searchUsers(body.text, searchLimit)
          : names.findUsers(await directory.nameable(body.ids, knowsNames(session.roles)))
      return slots.names.run(
        session.sub,
        async () => ({
          ...printUsers(session, await find()),
          known: (await names.readUpload())?.count ?? 0,
        }),
        signal,
      )
    },
  })
