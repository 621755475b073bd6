import { Layers, Sigma } from "lucide-react"
import Link from "next/link"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { plainSummary, reportHref, summaryHref } from "@/lib/client"
import { buttonVariants } from "../ui/button"
import { SearchField } from "../ui/search-field"
import { useDelayedApply, useReport } from "./report-context"
import { carryPath, carryView, searchedText, searchFor, textSearchOf } from "./whole-views"

type ButtonStyle = Pick<NonNullable<Parameters<typeof buttonVariants>[0]>, "variant" | "size">

/**
 * Links a platform's list of one module or post to the list of all records, keeping what both can
 * show, and either to a summary of all records. Lists of the same records refer to each other where
 * their source is shown.
 */
export function TwinLink(style: ButtonStyle) {
  const { setup, view } = useReport()
  const t = useTranslations("reports.whole")
  const { operation, whole, steps } = setup
  const className = buttonVariants(style)
  const isWhole = operation.wholeOf !== undefined
  const all = isWhole ? operation : whole
  if (!all) return null
  const shown = isWhole ? view : carryView(all, view)
  return (
    <>
      {isWhole || steps.length === 0 ? null : (
        <Link href={reportHref(all, shown)} prefetch={false} className={className}>
          <Layers aria-hidden="true" />
          {t("all")}
        </Link>
      )}
      <Link
        href={summaryHref(all, plainSummary(all, isWhole ? view : carryPath(all, view)))}
        prefetch={false}
        className={className}
      >
        <Sigma aria-hidden="true" />
        {t("summarise")}
      </Link>
    </>
  )
}

/** Searches all readable texts, if the list supports it: after a pause, or at once with Enter. */
export function TextSearch() {
  const property = textSearchOf(useReport().setup.operation)
  return property === undefined ? null : <TextSearchField property={property} />
}

function TextSearchField({ property }: { property: string }) {
  const { view, setView } = useReport()
  const t = useTranslations("reports.whole")
  const inForce = searchedText(view, property)
  /** Input that is not applied yet. */
  const [typed, setTyped] = useState<string>()
  const changes = useDelayedApply((text: string) => {
    setTyped(undefined)
    const wanted = text.trim() === "" ? "" : text
    if (wanted !== inForce) setView(searchFor(view, property, wanted), { replace: inForce !== "" })
  })
  return (
    <search
      className="max-sm:w-full"
      onKeyDown={(event) => {
        if (event.key === "Enter") changes.now()
      }}
    >
      <SearchField
        label={t("search")}
        value={typed ?? inForce}
        onChange={(text) => {
          setTyped(text)
          changes.later(text)
        }}
        className="sm:w-64"
      />
    </search>
  )
}
