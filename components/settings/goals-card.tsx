import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { directions, measureOf, measures } from "@/lib/catalogue"
import { changeGoal, type GoalChange, goalKeys, goalsOptions, type ListedGoal } from "@/lib/client"
import { Card, CardBody, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { ReadProblem } from "../ui/read-problem"
import { Select } from "../ui/select"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"

interface NamedDataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

interface GoalsCardProps {
  readonly dataSets: readonly NamedDataSet[]
}

/** Each data set's measure, direction and targets. */
export function GoalsCard({ dataSets }: GoalsCardProps) {
  const t = useTranslations("settings.goals")
  const { data, error, refetch } = useQuery(goalsOptions())
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody className="border-b">
        <p className="max-w-2xl text-ink-muted">{t("note")}</p>
      </CardBody>
      {data ? <GoalsTable dataSets={dataSets} goals={data.goals} /> : null}
      {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="m-4 h-32" />}
    </Card>
  )
}

function GoalsTable({ dataSets, goals }: GoalsCardProps & { goals: readonly ListedGoal[] }) {
  const t = useTranslations("settings.goals")
  return (
    <Table label={t("title")} className="cards">
      <TableHead>
        <TableRow>
          <TableHeaderCell>{t("dataSet")}</TableHeaderCell>
          <TableHeaderCell>{t("measure")}</TableHeaderCell>
          <TableHeaderCell>{t("direction")}</TableHeaderCell>
          <TableHeaderCell>{t("targets")}</TableHeaderCell>
        </TableRow>
      </TableHead>
      <tbody>
        {dataSets.map((dataSet) => (
          <GoalRow
            key={dataSet.id}
            dataSet={dataSet}
            goal={goals.find(({ dataSetId }) => dataSetId === dataSet.id)}
          />
        ))}
      </tbody>
    </Table>
  )
}

interface GoalRowProps {
  readonly dataSet: NamedDataSet
  /** Undefined if nobody has set it. */
  readonly goal: ListedGoal | undefined
}

function GoalRow({ dataSet: { id, name, unit }, goal }: GoalRowProps) {
  const t = useTranslations("settings.goals")
  const measureName = useTranslations("kpis.measures")
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: GoalChange) => changeGoal(id, change),
    onSettled: () =>
      Promise.all(goalKeys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  return (
    <TableRow>
      <TableHeaderCell scope="row" className="text-ink text-sm">
        {name}
      </TableHeaderCell>
      <TableCell data-label={t("measure")}>
        <Select
          size="sm"
          className="w-auto"
          label={t("measureOf", { name })}
          value={goal?.measure ?? measureOf(unit)}
          options={measures.map((value) => ({ value, label: measureName(value) }))}
          disabled={isPending}
          onValueChange={(measure) => mutate({ measure })}
        />
      </TableCell>
      <TableCell data-label={t("direction")}>
        <Select
          size="sm"
          className="w-auto"
          label={t("directionOf", { name })}
          value={goal?.direction ?? "neutral"}
          options={directions.map((value) => ({ value, label: t(`directions.${value}`) }))}
          disabled={isPending}
          onValueChange={(direction) => mutate({ direction })}
        />
        <ChangeProblem error={error} keeps={false} />
      </TableCell>
      <TableCell data-label={t("targets")}>
        <Link href={`/figures/${id}/targets`} className="text-accent-ink hover:underline">
          {t(goal?.hasTargets ? "targets" : "noTargets")}
        </Link>
      </TableCell>
    </TableRow>
  )
}
