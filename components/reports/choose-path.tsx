import { Waypoints } from "lucide-react"
import { useLocale, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { missingParameters, type View, workspaceChoices } from "@/lib/client"
import { inSentence } from "@/lib/client/messages"
import { EmptyState } from "../ui/empty-state"
import { SettingsLink } from "../ui/settings-link"
import { PathPicker, type PathPickerProps } from "./path-picker"

export interface ChoosePathProps extends Omit<PathPickerProps, "parameters"> {
  readonly operation: ListOperation
  readonly view: View
  /** Somebody who may name things in the workspace. */
  readonly editsWorkspace: boolean
}

/** Asks what the report should be about, where its address does not say it yet. */
export function ChoosePath({ operation, view, editsWorkspace, ...picker }: ChoosePathProps) {
  const t = useTranslations("reports")
  const { steps, workspace } = picker
  const missing = missingParameters(operation, view)[0]
  const step = steps.find(({ parameter }) => parameter === missing)
  const thing = inSentence(useLocale(), step?.title ?? "")
  const index = steps.findIndex(({ parameter }) => parameter === missing)
  const unnamed =
    step?.listedBy === undefined &&
    workspaceChoices(workspace, steps, index, view.parameters).length === 0
  return (
    <EmptyState
      icon={Waypoints}
      title={t("path.title")}
      actions={
        <>
          <PathPicker {...picker} parameters={view.parameters} size="md" />
          {unnamed && editsWorkspace ? <SettingsLink /> : null}
        </>
      }
    >
      <p>{t("path.needs", { report: operation.title, thing })}</p>
      {unnamed ? <p className="mt-2">{t("path.emptyWorkspace")}</p> : null}
    </EmptyState>
  )
}
