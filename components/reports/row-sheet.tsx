import { ArrowUpRight, ChevronDown, ChevronUp } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import type { PathParameters, Row } from "@/lib/catalogue"
import { type RelatedPage, relatedHref } from "@/lib/client"
import { type CellFormat, RecordDetail } from "../data-table"
import { buttonVariants } from "../ui/button"
import { IconButton } from "../ui/icon-button"
import { Sheet, SheetContent } from "../ui/sheet"
import type { ReportSetup } from "./report-setup"

export interface RowSheetProps {
  readonly setup: ReportSetup
  readonly parameters: PathParameters
  readonly rows: readonly Row[]
  /** The open row's place; undefined while the panel is closed. */
  readonly index: number | undefined
  readonly format: CellFormat
  readonly onOpen: (index: number | undefined) => void
}

const titleOf = (row: Row, format: CellFormat): string | undefined => {
  const { name, label, id } = row
  if (typeof name === "string" && name !== "") return name
  if (typeof label === "string" && label !== "") return label
  return typeof id === "string" ? (format.nameOf(id) ?? id) : undefined
}

/** One row as a whole record beside the table, which stays usable. */
export function RowSheet({ setup, parameters, rows, index, format, onOpen }: RowSheetProps) {
  const t = useTranslations("reports")
  const row = index === undefined ? undefined : rows[index]
  return (
    <Sheet
      open={row !== undefined}
      modal={false}
      disablePointerDismissal
      onOpenChange={(open) => {
        if (!open) onOpen(undefined)
      }}
    >
      {row && index !== undefined ? (
        <SheetContent
          title={titleOf(row, format) ?? t("detail.row", { number: index + 1 })}
          description={setup.operation.title}
          backdrop={false}
        >
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <RowSteps index={index} count={rows.length} onOpen={onOpen} />
            {setup.related.map((page) => (
              <RelatedLink
                key={`${page.kind} ${page.operation}`}
                page={page}
                href={relatedHref(page, parameters, row)}
              />
            ))}
          </div>
          <RecordDetail fields={setup.fields} row={row} format={format} />
        </SheetContent>
      ) : null}
    </Sheet>
  )
}

interface RowStepsProps {
  readonly index: number
  readonly count: number
  readonly onOpen: (index: number) => void
}

function RowSteps({ index, count, onOpen }: RowStepsProps) {
  const t = useTranslations("reports")
  return (
    <>
      <IconButton
        label={t("detail.previous")}
        size="sm"
        variant="secondary"
        disabled={index === 0}
        onClick={() => onOpen(index - 1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("detail.next")}
        size="sm"
        variant="secondary"
        disabled={index >= count - 1}
        onClick={() => onOpen(index + 1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  )
}

function RelatedLink({ page, href }: { page: RelatedPage; href: string | undefined }) {
  const t = useTranslations("reports")
  if (!href) return null
  const { title } = page
  return (
    <Link href={href} className={buttonVariants({ size: "sm" })}>
      {page.kind === "record"
        ? t("detail.openRecord", { title })
        : t("detail.openReport", { title })}
      <ArrowUpRight aria-hidden="true" />
    </Link>
  )
}
