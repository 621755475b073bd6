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

/** What a list of the platform calls one of its records, where that is copied. */
async function readListedName(list: ListOperation, id: string): Promise<string | undefined> {
  const filters = [{ property: "id", operator: "eq", value: id }] as const
  const answer = await readBackend(firstPageUrl(list, {}, { filters, sort: [], limit: 1 }))
  const [row] = answer.ok ? (await readPage(answer)).rows : []
  return row && recordTitle(row, await readLocale())
}

/** The names of what ids of a record stand for, of kinds that no path names and the platform lists: the category of an event. */
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
