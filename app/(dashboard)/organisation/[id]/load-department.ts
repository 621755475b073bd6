import "server-only"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { readBackend, readSession } from "@/app/backend"
import { answerInTime } from "@/app/stream-answer"
import { findOperation, type ListOperation } from "@/lib/catalogue"
import { firstPageUrl, type PageAnswer, readPage } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"
import { domainsOf, type Session } from "@/lib/session"

export interface LoadedDepartment {
  readonly session: Session
  /** The list that returns complete departments. */
  readonly list: ListOperation
  /** Undefined if the person may not read departments. */
  readonly answer: Promise<Response> | undefined
}

/** Loads a department once per request; readers clone the response. */
export const loadDepartment = cache(async (id: string): Promise<LoadedDepartment> => {
  const session = await readSession()
  if (!session) redirect("/signin")
  const list = findOperation(await readCatalogue(), "departments")
  if (list?.kind !== "list") notFound()
  if (!domainsOf(session.roles).has(list.domain)) return { session, list, answer: undefined }
  const filters = [{ property: "id", operator: "eq", value: id }] as const
  const answer = readBackend(firstPageUrl(list, {}, { filters, sort: [] }))
  return { session, list, answer }
})

/** Clones the response, which others may read too. */
export const readRows = (answer: Response): Promise<PageAnswer> => readPage(answer.clone())

/** The department's name, if it arrives in time for the page title. */
export async function readName(id: string): Promise<string | undefined> {
  const { answer } = await loadDepartment(id)
  const inTime = answer && (await answerInTime(answer))
  if (!inTime?.ok) return undefined
  const { rows } = await readRows(inTime)
  return `${rows[0]?.["name"] ?? ""}`.trim() || undefined
}
