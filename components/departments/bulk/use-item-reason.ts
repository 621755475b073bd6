import { useTranslations } from "use-intl"
import type { BatchItem } from "@/lib/client"
import { useCodeText } from "../../ui/use-code-text"

/** Why a department of a batch was not changed, or what is known of it; undefined where there is nothing to say. */
export function useItemReason(): (item: BatchItem) => string | undefined {
  const t = useTranslations("departments.bulk.batch.reasons")
  const textOf = useCodeText()
  return ({ state, status, code, detail, verdict }) => {
    if (state === "unknown") return t(verdict ?? "undetermined")
    if (state !== "refused" && state !== "not_sent") return undefined
    const said = (textOf(code)?.title ?? detail ?? t(state)).replace(/\.?$/, ".")
    const isUnfit = code === "patch_not_applicable" && detail !== null
    const why = isUnfit ? [t("words", { detail })] : []
    const answer = status === null ? [] : [t("answer", { status })]
    return [said, ...why, ...answer].join(" ")
  }
}
