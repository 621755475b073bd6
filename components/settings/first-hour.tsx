"use client"

import { useQuery } from "@tanstack/react-query"
import { CircleAlert, CircleCheck, CircleDashed } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { apiOptions, copiesOptions, switchedOff } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"

const icons = {
  done: { Icon: CircleCheck, tone: "text-positive-ink" },
  open: { Icon: CircleDashed, tone: "text-ink-faint" },
  wrong: { Icon: CircleAlert, tone: "text-critical-ink" },
} as const
type StepState = keyof typeof icons

interface Step {
  readonly name: "names" | "workspace" | "quota" | "identity" | "copies"
  readonly state: StepState
  readonly text: string
}

interface FirstHourProps {
  /** The number of named things in the workspace, and of faults in its file. */
  readonly named: number
  readonly faults: number
  /** True for a demo account. */
  readonly isDemo: boolean
}

/** The tasks of an administrator's first hour, each with its current state. */
function useSteps({ named, faults, isDemo }: FirstHourProps) {
  const t = useTranslations("settings.firstHour")
  const names = useQuery(apiOptions("/api/names/users"))
  const quota = useQuery(apiOptions("/api/quota"))
  const copies = useQuery(copiesOptions())
  const problem = [names, quota, copies].find(({ error, data }) => error && !data)
  if (!names.data || !quota.data || !copies.data) return { problem }
  const operations = copies.data.operations.filter(({ policy }) => policy.isCopied)
  const sumOf = (key: "lists" | "whole") => operations.reduce((sum, each) => sum + each[key], 0)
  const faulty = operations.flatMap((each) => each.failed)
  const countOf = (isOff: boolean) =>
    faulty.reduce(
      (sum, each) => ((each.reason === switchedOff) === isOff ? sum + each.lists : sum),
      0,
    )
  const failed = countOf(false)
  const [lists, whole] = [sumOf("lists") - countOf(true), sumOf("whole")]
  const { count } = names.data
  const { limit } = quota.data
  const steps: readonly Step[] = [
    { name: "names", state: count > 0 ? "done" : "open", text: t("names", { count }) },
    {
      name: "workspace",
      state: faults > 0 ? "wrong" : named > 0 ? "done" : "open",
      text: faults > 0 ? t("faults", { count: faults }) : t("workspace", { count: named }),
    },
    {
      name: "quota",
      state: quota.data.isDown ? "wrong" : "done",
      text: quota.data.isDown ? t("down") : limit === null ? t("noLimit") : t("quota", { limit }),
    },
    { name: "identity", state: isDemo ? "open" : "done", text: t(isDemo ? "demo" : "identity") },
    {
      name: "copies",
      state: failed > 0 ? "wrong" : whole < lists ? "open" : "done",
      text: failed > 0 ? t("failed", { count: failed, lists }) : t("copies", { whole, lists }),
    },
  ]
  return { steps, problem }
}

/** Where each task is done. */
const places: { readonly [name in Step["name"]]?: string } = {
  names: "/settings?tab=names",
  workspace: "/settings",
  quota: "/settings?tab=status",
  copies: "/settings?tab=copies",
}

/** A checklist for the first hour; later it shows whether everything is still in order. */
export function FirstHour(props: FirstHourProps) {
  const t = useTranslations("settings.firstHour")
  const { steps, problem } = useSteps(props)
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")}>
        <Link href="/settings" prefetch={false} className="text-accent-ink text-xs hover:underline">
          {t("settings")}
        </Link>
      </CardHead>
      {problem ? (
        <ReadProblem className="p-4" error={problem.error} onRetry={problem.refetch} />
      ) : null}
      {steps || problem ? null : <Skeleton className="m-4 h-4" />}
      <ul className="divide-y">
        {steps?.map(({ name, state, text }) => {
          const { Icon, tone } = icons[state]
          const place = places[name]
          return (
            <li key={name} className="flex min-h-10 items-center gap-3 px-4 py-1.5">
              <Icon className={`size-4 shrink-0 ${tone}`} aria-label={t(`states.${state}`)} />
              <span className="min-w-0 flex-1">
                {place ? (
                  <Link href={place} prefetch={false} className="hover:underline">
                    {t(`steps.${name}`)}
                  </Link>
                ) : (
                  t(`steps.${name}`)
                )}
              </span>
              <span className="text-right text-ink-muted text-xs tabular">{text}</span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
