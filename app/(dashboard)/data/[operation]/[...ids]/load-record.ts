import "server-only"
import { notFound } from "next/navigation"
import { cache } from "react"
import { readBackend, readNames, readOfPlatform, readSession } from "@/app/backend"
import { answerInTime } from "@/app/stream-answer"
import { entriesOfKind } from "@/components/frame/known-records"
import { recordTitle } from "@/components/records/read-field"
import { shortenId } from "@/components/ui/short-id"
import {
  findOperation,
  type ListOperation,
  type Operation,
  ownValue,
  type PathParameters,
  parsePathParameters,
  type Row,
  referencesOf,
  type SingleOperation,
  wholeLists,
} from "@/lib/catalogue"
import { firstPageUrl, readPage, readRecord } from "@/lib/client"
import { readCatalogue, readLocale } from "@/lib/client/messages/read-messages"
import { domainsOf } from "@/lib/session"

/** Parses a record's address into its operation and path parameters; anything else is a 404. */
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

/** The workspace entry of a record. A faulty workspace file only costs names. */
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

/** The name of a record in a list of the platform, if that list is copied. */
async function readListedName(list: ListOperation, id: string): Promise<string | undefined> {
  const filters = [{ property: "id", operator: "eq", value: id }] as const
  const answer = await readBackend(firstPageUrl(list, {}, { filters, sort: [], limit: 1 }))
  const [row] = answer.ok ? (await readPage(answer)).rows : []
  return row && recordTitle(row, await readLocale())
}

/**
 * Names for the ids in a record whose kind appears in no path but is listed by the platform, such
 * as an event's category.
 */
export async function readListedNames(
  { record: holder }: Operation,
  record: Row,
  domains: ReturnType<typeof domainsOf>,
): Promise<Record<string, string>> {
  const catalogue = await readCatalogue()
  const found = [...referencesOf(holder)].flatMap(([field, kind]) => {
    const id = record[field]
    const list = wholeLists(catalogue).find((each) => each.record === kind)
    const isListed = list && domains.has(list.domain) && !ownValue(catalogue.containers, kind)
    return isListed && typeof id === "string" ? [{ list, id }] : []
  })
  const names = await Promise.all(
    found.map(async ({ list, id }) => [id, await readListedName(list, id)] as const),
  )
  return Object.fromEntries(
    names.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])),
  )
}

type RecordParams = PageProps<"/data/[operation]/[...ids]">["params"]

/**
 * Loads the record of an address once per request; readers clone the response. Without a response
 * the person may not read it.
 */
export async function loadRecord(params: RecordParams) {
  const { operation, ids } = await params
  return readRecordOnce(operation, ids.join("/"))
}

/** The record's name if it arrives in time for the page title, else its short id; plus its kind. */
export async function readTitle(params: RecordParams): Promise<string> {
  const { operation, parameters, answer, entry } = await loadRecord(params)
  const inTime = answer && (await answerInTime(answer))
  const own = inTime?.ok
    ? recordTitle((await readRecord(inTime.clone())).record, await readLocale())
    : undefined
  const id = Object.values(parameters).at(-1) ?? ""
  return `${own ?? entry?.name ?? shortenId(id)} · ${operation.title}`
}
