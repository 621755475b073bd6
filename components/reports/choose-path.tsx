import { Waypoints } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { missingParameters, type View, workspaceChoices } from "@/lib/client"
import { EmptyState } from "../ui/empty-state"
import { PathPicker, type PathPickerProps } from "./path-picker"

/** Asks what the report should be about, where its address does not say it yet. */
export function ChoosePath({
  operation,
  view,
  ...picker
}: Omit<PathPickerProps, "parameters"> & { operation: ListOperation; view: View }) {
  const t = useTranslations("reports")
  const { steps, workspace } = picker
  const missing = missingParameters(operation, view)[0]
  const step = steps.find(({ parameter }) => parameter === missing)
  const thing = (step?.title ?? "").toLowerCase()
  const index = steps.findIndex(({ parameter }) => parameter === missing)
  const unnamed =
    step?.listedBy === undefined &&
    workspaceChoices(workspace, steps, index, view.parameters).length === 0
  return (
    <EmptyState
      icon={Waypoints}
      title={t("path.title")}
      actions={<PathPicker {...picker} parameters={view.parameters} size="md" />}
    >
      <p>{t("path.needs", { report: operation.title, thing })}</p>
      {unnamed ? <p className="mt-2">{t("path.emptyWorkspace")}</p> : null}
    </EmptyState>
  )
}
