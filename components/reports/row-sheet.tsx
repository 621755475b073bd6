import { ArrowUpRight, ChevronDown, ChevronUp } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { createLinkOf } from "@/lib/client"
import {
  type CellFormat,
  type GridColumn,
  NamingProvider,
  printRowLines,
  RecordFields,
} from "../data-table"
import { buttonVariants } from "../ui/button"
import { CopyButton } from "../ui/copy-button"
import { IconButton } from "../ui/icon-button"
import { Sheet, SheetContent } from "../ui/sheet"
import { pathOfRow, type RelatedPage, relatedHref } from "./related-pages"
import { useReport } from "./report-context"
import type { OpenRow } from "./use-open-row"

interface RowSheetProps {
  readonly open: OpenRow
  /** The visible columns, for copying the row. */
  readonly columns: readonly GridColumn[]
}

const titleOf = (row: Row, format: CellFormat): string | undefined => {
  const { name, label, id } = row
  if (typeof name === "string" && name !== "") return name
  if (typeof label === "string" && label !== "") return label
  return typeof id === "string" ? (format.nameOf(id) ?? id) : undefined
}

/** One row as a full record beside the table, which stays usable. */
export function RowSheet({ open, columns }: RowSheetProps) {
  const { setup, view, format } = useReport()
  const t = useTranslations("reports")
  const table = useTranslations("table")
  const { title } = setup.operation
  const { row, index } = open
  const path = row ? pathOfRow(setup.operation, view.parameters, row) : {}
  const numbered = index === undefined ? undefined : t("detail.row", { number: index + 1 })
  return (
    <Sheet
      open={row !== undefined}
      modal={false}
      disablePointerDismissal
      onOpenChange={(isOpen) => {
        if (!isOpen) open.close()
      }}
    >
      {row ? (
        <SheetContent
          title={titleOf(row, format) ?? numbered ?? title}
          description={title}
          backdrop={false}
        >
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <RowSteps index={index} count={open.count} onOpen={open.goToRow} />
            <CopyButton
              value={printRowLines(columns, row)}
              label={table("cell.copyRow")}
              className="size-7 rounded-md border bg-surface"
            />
            {setup.related.map((page) => (
              <RelatedLink
                key={`${page.kind} ${page.operation}`}
                page={page}
                href={relatedHref(page, path, row)}
              />
            ))}
          </div>
          <NamingProvider
            isAdministrator={setup.sharing.isAdministrator}
            levels={[...setup.steps, ...setup.within]}
            parameters={path}
          >
            <RecordFields
              fields={setup.fields}
              row={row}
              format={format}
              linkOf={createLinkOf(setup.links, path)}
            />
          </NamingProvider>
        </SheetContent>
      ) : null}
    </Sheet>
  )
}

interface RowStepsProps {
  /** Undefined for a row that is no longer in the table, which has no neighbours to step to. */
  readonly index: number | undefined
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
        disabled={index === undefined || index === 0}
        onClick={() => index !== undefined && onOpen(index - 1)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("detail.next")}
        size="sm"
        variant="secondary"
        disabled={index === undefined || index >= count - 1}
        onClick={() => index !== undefined && onOpen(index + 1)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </>
  )
}

const texts = {
  record: "detail.openRecord",
  report: "detail.openReport",
  department: "detail.openDepartment",
} as const satisfies Record<RelatedPage["kind"], string>

function RelatedLink({ page, href }: { page: RelatedPage; href: string | undefined }) {
  const t = useTranslations("reports")
  if (!href) return null
  const { title } = page
  return (
    <Link href={href} className={buttonVariants({ size: "sm" })}>
      {t(texts[page.kind], { title })}
      <ArrowUpRight aria-hidden="true" />
    </Link>
  )
}
