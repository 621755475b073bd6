import { useQuery } from "@tanstack/react-query"
import { ChevronRight } from "lucide-react"
import Link from "next/link"
import { Fragment, useEffect, useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { Row } from "@/lib/catalogue"
import { type DataSource, departmentTreeOptions } from "@/lib/client"
import { Badge } from "../../ui/badge"
import { CrumbName } from "../../ui/crumb-name"
import { DateTime } from "../../ui/date-time"
import { PageHead } from "../../ui/page-head"
import { ShortId } from "../../ui/short-id"
import { arrangeTree, pathTo } from "../tree/arrange-tree"

export interface DepartmentHeadProps {
  readonly id: string
  readonly record: Row
  readonly source: DataSource
  /** ISO time of the data, where it is known. */
  readonly asOf: string | undefined
}

/** What a department is called, where it stands and how fresh it is. */
export function DepartmentHead({ id, record, source, asOf }: DepartmentHeadProps) {
  const t = useTranslations("records")
  const editor = useTranslations("departments.editor")
  const name = `${record["name"] ?? ""}`.trim() || editor("type")
  const type = record["type"]
  useWindowTitle(name)
  return (
    <>
      <CrumbName id={id} name={name} />
      <PageHead title={name} marks={type ? <Badge tone="outline">{`${type}`}</Badge> : null}>
        <ParentPath parentId={record["parentId"]} />
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm">
          <ShortId id={id} />
          <span aria-hidden="true">·</span>
          <span>{t(`source.${source}`)}</span>
          {asOf ? (
            <span>
              {t("asOf")} <DateTime value={asOf} />
            </span>
          ) : null}
        </p>
      </PageHead>
    </>
  )
}

/** Names the window after the department, also where its name came late or has just been changed. */
function useWindowTitle(name: string) {
  const appName = useTranslations("common")("appName")
  useEffect(() => {
    document.title = `${name} · ${appName}`
  }, [name, appName])
}

/** Those above a department, the outermost first; each leads to its own page. */
function ParentPath({ parentId }: { parentId: unknown }) {
  const t = useTranslations("departments.editor")
  const locale = useLocale()
  const { data } = useQuery(departmentTreeOptions())
  const path = useMemo(() => {
    const tree = arrangeTree(data?.departments ?? [], locale)
    const place = typeof parentId === "string" ? tree.places.get(parentId) : undefined
    return place === undefined ? [] : pathTo(tree, place)
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
            href={`/departments/${entry.id}`}
            prefetch={false}
            className="hover:text-accent-ink hover:underline"
          >
            {entry.name}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
