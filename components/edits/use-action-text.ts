import { useTranslations } from "use-intl"
import { shortenId } from "../ui/short-id"
import { useCodeText } from "../ui/use-code-text"
import type { BatchAction } from "./activity-log"

/** Describes an action on a bulk edit with its author, or why it stopped by itself. */
export function useActionText(): (action: BatchAction) => {
  readonly text: string
  readonly reason: string | undefined
} {
  const t = useTranslations("departments.bulk.batch.actions")
  const textOf = useCodeText()
  return ({ action, personId, personName, reason }) => ({
    text: personId === null ? t("itself") : t(action, { name: personName ?? shortenId(personId) }),
    reason: reason === "role_lost" ? t("role_lost") : textOf(reason)?.title,
  })
}
