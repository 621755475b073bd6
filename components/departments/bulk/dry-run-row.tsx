import { CircleSlash, TriangleAlert } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { type DepartmentProblem, type ListOperation, ownValue, type Row } from "@/lib/catalogue"
import { ChangeList } from "../../edits/change-list"
import { ShortId } from "../../ui/short-id"
import { useFieldLabel } from "../../ui/use-field-label"
import { useFieldFault } from "../fields/use-field-fault"
import type { DryRunItem } from "./plan-dry-run"
import { useDepartmentFields } from "./use-department-schemas"

export interface DryRunRowProps {
  readonly item: DryRunItem
  readonly list: ListOperation
}

/** What would become of one department, in words. */
export function DryRunRow({ item, list }: DryRunRowProps) {
  const t = useTranslations("departments.bulk.dryRun")
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <Link
          href={`/departments/${item.id}`}
          className="break-words font-medium hover:underline"
          prefetch={false}
        >
          {item.name}
        </Link>
        <p className="text-ink-faint text-xs tabular">
          {item.line === undefined ? null : <>{t("line", { line: item.line })} · </>}
          <ShortId id={item.id} />
        </p>
      </div>
      {item.state === "changes" ? (
        <div className="min-w-0 space-y-1.5">
          <ChangeList changes={item.changes} list={list} record={item.before} />
          {item.doubts.length > 0 ? <Doubt item={item} /> : null}
        </div>
      ) : null}
      {item.state === "same" ? <p className="text-ink-muted">{t("same")}</p> : null}
      {item.state === "impossible" ? <Reason item={item} /> : null}
    </li>
  )
}

function Doubt({ item }: { item: Extract<DryRunItem, { state: "changes" }> }) {
  const t = useTranslations("departments.bulk.dryRun")
  return (
    <div className="flex gap-2 text-caution-ink text-xs">
      <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 space-y-0.5">
        <p>{t("doubt")}</p>
        <Faults problems={item.doubts} values={item.before} />
      </div>
    </div>
  )
}

function Reason({ item }: { item: Extract<DryRunItem, { state: "impossible" }> }) {
  const t = useTranslations("departments.bulk.dryRun")
  return (
    <div className="flex gap-2 text-critical-ink">
      <CircleSlash className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 space-y-0.5">
        {item.obstacle === "invalid" ? null : <p>{t(`obstacles.${item.obstacle}`)}</p>}
        <Faults problems={item.problems} values={item.wanted} />
      </div>
    </div>
  )
}

interface FaultsProps {
  readonly problems: readonly DepartmentProblem[]
  readonly values: Row
}

/** What is wrong with which value, each in a line. */
function Faults({ problems, values }: FaultsProps) {
  const fields = useDepartmentFields()
  const labelOf = useFieldLabel()
  const say = useFieldFault()
  return problems.map((problem) => {
    const names = problem.place.filter((step) => typeof step === "string")
    const [name = ""] = names
    const field = ownValue(fields, name)
    return (
      <p key={problem.place.join("/")} className="break-words">
        {names.map(labelOf).join(" · ")}:{" "}
        {field ? say(field, ownValue(values, name), problem) : problem.message}
      </p>
    )
  })
}
