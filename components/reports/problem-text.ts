import { useTranslations } from "use-intl"
import { type ListOperation, ownValue } from "@/lib/catalogue"
import type { ApiProblem } from "@/lib/client"
import { type CodeText, useCodeText } from "../ui/use-code-text"

/** What a page says about a problem, and the way on that fits it. */
export interface ProblemText {
  readonly title: string
  readonly detail: string
  readonly wayOn: "retry" | "sign-in" | "none"
}

type Texts = ReturnType<typeof useTranslations<"reports">>

const lastThing = (t: Texts, operation: ListOperation) =>
  Object.keys(operation.parameters).length === 0 ? operation.title : t("errors.notFound.id")

function featureText(t: Texts, operation: ListOperation): ProblemText {
  const features = (operation.gates ?? []).map((gate) => gate.title)
  const detail =
    features.length > 0
      ? t("errors.featureNotEnabled.detail", { features: features.join(", ") })
      : t("errors.featureNotEnabled.plainDetail")
  return { title: t("errors.featureNotEnabled.title"), detail, wayOn: "none" }
}

type Writer = (t: Texts, operation: ListOperation) => ProblemText

const writers: { readonly [code: string]: Writer } = {
  feature_not_enabled: featureText,
  forbidden: (t) => ({
    title: t("errors.forbidden.title"),
    detail: t("errors.forbidden.detail"),
    wayOn: "none",
  }),
  unauthenticated: (t) => ({
    title: t("errors.signedOut.title"),
    detail: t("errors.signedOut.detail"),
    wayOn: "sign-in",
  }),
  not_found: (t, operation) => ({
    title: t("errors.notFound.title", { thing: lastThing(t, operation) }),
    detail: t("errors.notFound.detail"),
    wayOn: "none",
  }),
  unreachable: (t) => ({
    title: t("errors.unreachable.title"),
    detail: t("errors.unreachable.detail"),
    wayOn: "retry",
  }),
  unreadable_answer: (t) => ({
    title: t("errors.unreadable.title"),
    detail: t("errors.unreadable.detail"),
    wayOn: "retry",
  }),
}

/** True where waiting is all that is needed, and the answer said for how long. */
export const isWait = (problem: ApiProblem): boolean => problem.retryAfter !== undefined

function writeOther(t: Texts, known: CodeText | undefined, problem: ApiProblem): ProblemText {
  if (problem.code.includes("rate_limited") || problem.code === "quota_exhausted")
    return {
      title: t("errors.rateLimited.title"),
      detail: t("errors.rateLimited.detail"),
      wayOn: "retry",
    }
  const named = problem.errors.map((error) => error.message).join(" ")
  return {
    title: known?.title ?? t("errors.unexpected.title"),
    detail: named || (known?.detail ?? t("errors.unexpected.detail")),
    wayOn: problem.status === 400 || problem.code === "small_groups" ? "none" : "retry",
  }
}

/** Puts a problem into words for the people who read reports. */
export function useProblemText(operation: ListOperation): (problem: ApiProblem) => ProblemText {
  const t = useTranslations("reports")
  const textOf = useCodeText()
  return (problem) => {
    const write = ownValue(writers, problem.code)
    return write?.(t, operation) ?? writeOther(t, textOf(problem.code), problem)
  }
}
