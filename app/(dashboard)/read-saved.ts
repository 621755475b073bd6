import "server-only"
import { cache } from "react"
import { pageApi, readNames } from "@/app/backend"
import { entriesOfKind } from "@/components/frame/known-records"
import type { SavedEntry } from "@/components/saved/saved-list"
import { type SavedTitles, subjectOf } from "@/components/saved/saved-rows"
import { listOperations, wholeLists } from "@/lib/catalogue"
import { savedViewHref } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"

/** The person's palette data, read once per request; undefined if it cannot be read. */
export const readPalette = cache(() => pageApi.get("/api/palette").catch(() => undefined))

export async function readSavedTitles(): Promise<SavedTitles> {
  const [catalogue, { workspace }] = await Promise.all([readCatalogue(), readNames()])
  const lists = [...listOperations(catalogue), ...wholeLists(catalogue)]
  const dataSets = entriesOfKind(workspace, "dataSet")
  return {
    lists: Object.fromEntries(lists.map(({ id, title }) => [id, title])),
    dataSets: Object.fromEntries(dataSets.map(({ entry: { id, name } }) => [id, name])),
  }
}

/**
 * Everything that the person saved or that was shared with them, by name. A database failure only
 * costs these.
 */
export async function readSaved(): Promise<readonly SavedEntry[]> {
  const [found, titles] = await Promise.all([readPalette(), readSavedTitles()])
  return (found?.views ?? []).map((view) => ({
    id: view.id,
    href: savedViewHref(view),
    name: view.name,
    of: subjectOf(view.report, titles).of,
  }))
}
