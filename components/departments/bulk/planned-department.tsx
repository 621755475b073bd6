import { CircleSlash, TriangleAlert } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { type DepartmentProblem, ownValue, type Row } from "@/lib/catalogue"
import { ChangeList } from "../../edits/change-list"
import { useDepartmentLabel } from "../../edits/format-value"
import type { PlannedChange, ReadyChange, RefusedChange } from "../../edits/plan-changes"
import { usePlan } from "../../edits/use-plan"
import { ShortId } from "../../ui/short-id"
import { useFieldFault } from "../fields/use-field-fault"
import { useDepartmentFields } from "./with-departments"

export function PlannedDepartment({ item }: { readonly item: PlannedChange }) {
  const { list } = usePlan()
  const t = useTranslations("departments.bulk.dryRun")
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <Link
          href={`/organisation/${item.id}`}
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
      {item.state === "ready" || item.state === "held" ? (
        <div className="min-w-0 space-y-1.5">
          <ChangeList changes={item.changes} list={list} record={item.current} />
          {item.doubts.length > 0 ? <Doubt item={item} /> : null}
        </div>
      ) : null}
      {item.state === "unchanged" ? <p className="text-ink-muted">{t("same")}</p> : null}
      {item.state === "conflict" ? <Obstacle text={t("obstacles.misfit")} /> : null}
      {item.state === "refused" ? <Refused item={item} /> : null}
    </li>
  )
}

function Doubt({ item }: { item: Pick<ReadyChange, "doubts" | "current"> }) {
  const t = useTranslations("departments.bulk.dryRun")
  return (
    <div className="flex gap-2 text-caution-ink text-xs">
      <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 space-y-0.5">
        <p>{t("doubt")}</p>
        <Faults problems={item.doubts} values={item.current} />
      </div>
    </div>
  )
}

function Refused({ item: { reason, problems, target } }: { item: RefusedChange }) {
  const t = useTranslations("departments.bulk.dryRun.obstacles")
  if (reason === "invalid") return <Obstacle problems={problems} values={target} />
  return <Obstacle text={t(reason === "unguarded" ? "misfit" : reason)} />
}

interface ObstacleProps extends Partial<FaultsProps> {
  readonly text?: string
}

function Obstacle({ text, problems = [], values = {} }: ObstacleProps) {
  return (
    <div className="flex gap-2 text-critical-ink">
      <CircleSlash className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 space-y-0.5">
        {text === undefined ? null : <p>{text}</p>}
        <Faults problems={problems} values={values} />
      </div>
    </div>
  )
}

interface FaultsProps {
  readonly problems: readonly DepartmentProblem[]
  readonly values: Row
}

/** The invalid values of a department, one per line. */
function Faults({ problems, values }: FaultsProps) {
  const fields = useDepartmentFields()
  const labelOf = useDepartmentLabel()
  const formatFault = useFieldFault()
  return problems.map((problem) => {
    const names = problem.place.filter((step) => typeof step === "string")
    const [name = ""] = names
    const field = ownValue(fields, name)
    return (
      <p key={problem.place.join("/")} className="break-words">
        {names.map(labelOf).join(" · ")}:{" "}
        {field ? formatFault(field, ownValue(values, name), problem) : problem.message}
      </p>
    )
  })
}
