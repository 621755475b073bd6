import "server-only"
import { cache } from "react"
import { pageApi, readNames } from "@/app/backend"
import { entriesOfKind } from "@/components/frame/known-records"
import type { SavedEntry } from "@/components/saved/saved-list"
import { explorationDataSet, findList, summarizedList } from "@/lib/catalogue"
import { savedViewHref } from "@/lib/client"
import { readCatalogue } from "@/lib/client/messages/read-messages"

/** What the palette knows of the person, read once for all parts of a page; undefined where it cannot be read. */
export const readPalette = cache(() => pageApi.get("/api/palette").catch(() => undefined))

/** Everything that the person saved or was given, by name; a database that does not answer costs these only. */
export async function readSaved(): Promise<readonly SavedEntry[]> {
  const [catalogue, found, { workspace }] = await Promise.all([
    readCatalogue(),
    readPalette(),
    readNames(),
  ])
  const dataSets = new Map(
    entriesOfKind(workspace, "dataSet").map(({ entry: { id, name } }) => [id, name]),
  )
  return (found?.views ?? []).flatMap((view) => {
    const dataSet = explorationDataSet(view.report)
    const of =
      dataSet === undefined
        ? findList(catalogue, summarizedList(view.report) ?? view.report)?.title
        : (dataSets.get(dataSet) ?? dataSet)
    return of === undefined ? [] : [{ id: view.id, href: savedViewHref(view), name: view.name, of }]
  })
}
