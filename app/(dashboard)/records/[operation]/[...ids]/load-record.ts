import "server-only"
import { notFound } from "next/navigation"
import { cache } from "react"
import { readNames, readOfPlatform, readSession } from "@/app/backend"
import { answerInTime } from "@/app/stream-answer"
import { entriesOfKind } from "@/components/frame/known-records"
import { recordTitle } from "@/components/records/read-field"
import { shortenId } from "@/components/ui/short-id"
import {
  findOperation,
  ownValue,
  type PathParameters,
  parsePathParameters,
  type SingleOperation,
} from "@/lib/catalogue"
import { readRecord } from "@/lib/client"
import { readCatalogue, readLocale } from "@/lib/client/messages/read-messages"
import { domainsOf } from "@/lib/session"

/** The operation and path parameters that a record's address names; anything else is no page. */
async function parseAddress(id: string, ids: readonly string[]) {
  const operation = findOperation(await readCatalogue(), id)
  if (operation?.kind !== "single") notFound()
  const names = Object.keys(operation.parameters)
  if (ids.length !== names.length) notFound()
  const raw = Object.fromEntries(names.map((name, index) => [name, ids[index]]))
  const parsed = parsePathParameters(operation, raw)
  if (!parsed.ok) notFound()
  return { operation, parameters: parsed.parameters }
}

/** What the workspace says about a record; a faulty workspace costs names only. */
async function entryOf(operation: SingleOperation, parameters: PathParameters) {
  const [parameter = "", kind = ""] = Object.entries(operation.parameters).at(-1) ?? []
  const { workspace } = await readNames()
  const placed = entriesOfKind(workspace, kind)
  return placed.find(({ entry }) => entry.id === ownValue(parameters, parameter))?.entry
}

const readRecordOnce = cache(async (id: string, path: string) => {
  const { operation, parameters } = await parseAddress(id, path.split("/"))
  const session = await readSession()
  const domains = domainsOf(session?.roles ?? [])
  if (!domains.has(operation.domain)) return { operation, parameters, domains }
  const answer = readOfPlatform(operation, parameters)
  return { operation, parameters, domains, answer, entry: await entryOf(operation, parameters) }
})

type RecordParams = PageProps<"/records/[operation]/[...ids]">["params"]

/** Asks for the record that an address names, once for all that a request shows of it; whoever reads the answer takes a copy. Without an answer the person may not read it. */
export async function loadRecord(params: RecordParams) {
  const { operation, ids } = await params
  return readRecordOnce(operation, ids.join("/"))
}

/** What a record is called where that is known in time for the page's title, else the short form of its id; and its kind. */
export async function readTitle(params: RecordParams): Promise<string> {
  const { operation, parameters, answer, entry } = await loadRecord(params)
  const inTime = answer && (await answerInTime(answer))
  const own = inTime?.ok
    ? recordTitle((await readRecord(inTime.clone())).record, await readLocale())
    : undefined
  const id = Object.values(parameters).at(-1) ?? ""
  return `${own ?? entry?.name ?? shortenId(id)} · ${operation.title}`
}
