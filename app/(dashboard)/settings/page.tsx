import type { Metadata } from "next"
import { pageApi, readSession } from "@/app/backend"
import { NoPermission } from "@/app/no-permission"
import { DataSetCopies } from "@/components/data-sets/data-sets"
import { entryKindNames, entryKinds } from "@/components/settings/entry-kinds"
import { SettingsTabs } from "@/components/settings/settings-tabs"
import { PageBody, PageHead } from "@/components/ui/page-head"
import { listOperations } from "@/lib/catalogue"
import { toProblem } from "@/lib/client"
import { catalogues } from "@/lib/client/messages/catalogues"
import { readCatalogue, readTranslator } from "@/lib/client/messages/read-messages"
import { mayWrite } from "@/lib/session"
import { readMeasured } from "../figures/read-measured"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await readTranslator("settings"))("title") }
}

const readEntries = () =>
  pageApi
    .get("/api/workspace")
    .then(({ entries }) => ({ entries, faults: undefined }))
    .catch((error: unknown) => ({ entries: [], faults: toProblem(error).errors }))

export default async function SettingsPage() {
  const session = await readSession()
  if (!mayWrite(session?.roles ?? [])) return <NoPermission permission="workspace:write" />
  const t = await readTranslator("settings")
  const catalogue = await readCatalogue()
  const points = listOperations(catalogue).find(({ record }) => record === "dataPoint")
  const titles = Object.fromEntries(catalogue.operations.map(({ id, title }) => [id, title]))
  return (
    <PageBody>
      <PageHead title={t("title")}>{t("intro")}</PageHead>
      <SettingsTabs
        kinds={entryKinds(catalogue)}
        kindNames={entryKindNames(Object.values(catalogues))}
        titles={titles}
        dataSetCopies={
          points ? (
            <DataSetCopies operation={points} dataSets={await readMeasured()} isAdministrator />
          ) : null
        }
        {...(await readEntries())}
      />
    </PageBody>
  )
}
