import { useQuery } from "@tanstack/react-query"
import { ChevronRight } from "lucide-react"
import Link from "next/link"
import { Fragment, useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { departmentTreeOptions } from "@/lib/client"
import { Badge } from "../../ui/badge"
import { CrumbName } from "../../ui/crumb-name"
import { PageHead } from "../../ui/page-head"
import { UpdatedAt } from "../../ui/updated-at"
import { usePageTitle } from "../../ui/use-page-title"
import { useValueLabel } from "../../ui/use-value-label"
import { arrangeTree, pathTo } from "../tree/arrange-tree"

export interface DepartmentHeadProps {
  readonly id: string
  readonly record: Row
  /** ISO time of the data, if known. */
  readonly asOf: string | undefined
}

export function DepartmentHead({ id, record, asOf }: DepartmentHeadProps) {
  const editor = useTranslations("departments.editor")
  const labelOf = useValueLabel()
  const name = `${record["name"] ?? ""}`.trim() || editor("type")
  const type = record["type"]
  usePageTitle(name)
  return (
    <>
      <CrumbName id={id} name={name} />
      <PageHead
        title={name}
        marks={type ? <Badge tone="outline">{labelOf("type", `${type}`)}</Badge> : null}
      >
        <ParentPath parentId={record["parentId"]} />
        <p className="mt-1 text-sm">
          <UpdatedAt value={asOf} />
        </p>
      </PageHead>
    </>
  )
}

/** The ancestors of a department, outermost first, each a link. */
function ParentPath({ parentId }: { parentId: unknown }) {
  const t = useTranslations("departments.editor")
  const locale = useLocale()
  const { data } = useQuery(departmentTreeOptions())
  const path = useMemo(() => {
    const tree = arrangeTree(data?.departments ?? [], locale)
    const index = typeof parentId === "string" ? tree.indexes.get(parentId) : undefined
    return index === undefined ? [] : pathTo(tree, index)
  }, [data, locale, parentId])
  if (parentId === null || parentId === undefined) return <p>{t("top")}</p>
  return (
    <nav aria-label={t("path")} className="flex min-h-5 flex-wrap items-center gap-x-1">
      {path.map(({ entry }, index) => (
        <Fragment key={entry.id}>
          {index > 0 ? (
            <ChevronRight className="size-3.5 text-ink-faint" aria-hidden="true" />
          ) : null}
          <Link
            href={`/organisation/${entry.id}`}
            prefetch={false}
            className="py-0.5 hover:text-accent-ink hover:underline"
          >
            {entry.name}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
