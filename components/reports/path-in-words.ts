import type { View } from "@/lib/client"
import type { CellFormat } from "../data-table"
import { shortenId } from "../ui/short-id"
import type { ReportSetup } from "./report-setup"

/** What a report is about: each thing that its path names, by name where one is known. */
export const pathInWords = (
  { steps }: Pick<ReportSetup, "steps">,
  { parameters }: Pick<View, "parameters">,
  { nameOf }: Pick<CellFormat, "nameOf">,
): string =>
  steps
    .flatMap(({ parameter, title }) => {
      const id = parameters[parameter]
      return id === undefined ? [] : `${title}: ${nameOf(id) ?? shortenId(id)}`
    })
    .join(" · ")
