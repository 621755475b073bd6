import { TriangleAlert } from "lucide-react"
import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"
import { Card, CardBody, CardHead } from "../ui/card"
import { FaultRows } from "./fault-table"

/** Says what is wrong with the workspace file on the server, which cannot be mended here. */
export function FaultyWorkspace({ faults }: { faults: readonly Problem[] }) {
  const t = useTranslations("settings")
  const title = t("faults.inFile", { count: faults.length })
  return (
    <Card aria-label={t("workspace.title")}>
      <CardHead title={t("workspace.title")} />
      <CardBody className="flex gap-3 border-b">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-critical-ink" aria-hidden="true" />
        <div role="alert">
          <p className="font-medium">{title}</p>
          <p className="mt-1 max-w-2xl text-ink-muted">{t("faults.inFileDetail")}</p>
        </div>
      </CardBody>
      <div className="max-h-96 overflow-y-auto">
        <FaultRows label={title} faults={faults} />
      </div>
    </Card>
  )
}
