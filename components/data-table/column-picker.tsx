import { Columns3 } from "lucide-react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { later } from "../ui/later"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import type { ColumnListProps } from "./column-list"

const ColumnList = later(() => import("./column-list").then((part) => part.ColumnList))

/** Which columns are shown, and in which order. */
export function ColumnPicker(props: ColumnListProps) {
  const t = useTranslations("table")
  const shown = props.shown.length
  const hidden = props.columns.length - shown
  return (
    <Popover content={ColumnList}>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="sm">
            <Columns3 aria-hidden="true" />
            {hidden > 0
              ? t("columns.some", { shown, all: props.columns.length })
              : t("columns.label")}
          </Button>
        }
      />
      <PopoverContent label={t("columns.label")} align="end" className="flex w-80 flex-col p-0">
        <ColumnList {...props} />
      </PopoverContent>
    </Popover>
  )
}
